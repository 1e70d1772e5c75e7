package io.argus.hbase2.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** The warnings and errors that a class logs until this is closed. Safe for use by any thread. */
final class LoggedWarnings extends AppenderSkeleton implements AutoCloseable {
  private final Logger logger;
  private final List<String> messages = new CopyOnWriteArrayList<>();

  private LoggedWarnings(Logger logger) {
    this.logger = logger;
  }

  static LoggedWarnings of(Class<?> type) {
    LoggedWarnings warnings = new LoggedWarnings(Logger.getLogger(type));
    warnings.logger.addAppender(warnings);
    return warnings;
  }

  List<String> messages() {
    return messages;
  }

  @Override
  protected void append(LoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
      messages.add(event.getRenderedMessage());
    }
  }

  @Override
  public void close() {
    logger.removeAppender(this);
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
