package io.argus.check.breakage;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;

/**
 * The main class of the agent: whoever attaches to a JVM loads it there with {@link #arguments}.
 * Nothing of it is in a server before.
 */
public final class BreakingAgent {
  /** How the message of each exception begins. */
  public static final String MESSAGE = "broken on purpose: ";

  private static final String SEPARATOR = "\n";

  private BreakingAgent() {}

  /**
   * The agent's arguments: these methods throw from now on, and no others.
   *
   * @param byteBuddy the jar of Byte Buddy, which the server does not have
   * @param methods as {@code package.Class#method}, every method of that name; none to fix all
   */
  public static String arguments(Path byteBuddy, List<String> methods) {
    return byteBuddy + SEPARATOR + String.join(SEPARATOR, methods);
  }

  /** Called by the JVM, each time that somebody loads the agent. */
  public static void agentmain(String arguments, Instrumentation jvm) throws IOException {
    List<String> lines = Arrays.asList(arguments.split(SEPARATOR));
    jvm.appendToSystemClassLoaderSearch(new JarFile(lines.get(0)));
    BrokenMethods.only(jvm, lines.subList(1, lines.size()));
  }
}
