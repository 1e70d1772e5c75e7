package io.argus.cli.live;

import com.sun.net.httpserver.HttpServer;
import io.argus.cli.Argus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/** A web UI of a master that gives one answer to everything, and the commands that ask it. */
public final class AnsweringMaster implements BeforeEachCallback, AfterEachCallback {
  static {
    // Else each answer waits 40 ms: its body, for the acknowledgement of its headers.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final String command;
  private @Nullable CommandLine commands;
  private volatile byte[] answer;
  private volatile int status = 200;
  private final AtomicInteger computing = new AtomicInteger();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);

  /**
   * @param command such as {@code history}
   * @param answer JSON, with ' in place of "
   */
  public AnsweringMaster(String command, String answer) {
    this.command = command;
    this.answer = json(answer);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/argus/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] body = answer;
          if (computing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            exchange.getResponseHeaders().set("Retry-After", "1");
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
          }
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          if (body.length > 0) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server.stop(0);
  }

  /** From now on it answers so. */
  public void answers(int newStatus, String newAnswer) {
    status = newStatus;
    answer = json(newAnswer);
  }

  /** Only so many answers later it has the answer. */
  public void computes(int answers) {
    computing.set(answers);
  }

  /** From now on it answers with these bytes. */
  public void answers(byte[] newAnswer) {
    answer = newAnswer;
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  /** Runs the command and returns its exit code. */
  public int run(String... words) {
    PrintStream outBefore = System.out;
    PrintStream errBefore = System.err;
    out.reset();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(complaints);
    try {
      List<String> all = new ArrayList<>(List.of(command, "--master"));
      all.add("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      all.addAll(Arrays.asList(words));
      return commands().execute(all.toArray(new String[0]));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }

  /** The commands; picocli notes System.err when it makes them. */
  private CommandLine commands() {
    if (commands == null) {
      commands = Argus.commandLine();
      commands.setErr(new PrintWriter(complaints, true, StandardCharsets.UTF_8));
    }
    return commands;
  }

  /** What it was asked last; empty before. */
  public String asked() {
    return asked.isEmpty() ? "" : asked.get(asked.size() - 1);
  }

  /** All that it was asked. */
  public List<String> allAsked() {
    return asked;
  }

  /** What the last command printed. */
  public String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What all commands complained of, or noted, since it was last asked. */
  public String complaints() {
    String all = err.toString(StandardCharsets.UTF_8);
    err.reset();
    return all;
  }
}
