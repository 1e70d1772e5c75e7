package io.argus.cli.observe;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A terminal that reads keys without Enter and redraws its whole screen by ANSI sequences. Its
 * modes are restored when it is closed or the process ends. It reads no keys if standard input is
 * not a terminal.
 *
 * <p>Used by one thread.
 */
final class Terminal implements AutoCloseable {
  private static final String CLEAR = "\033[H\033[J";
  private static final String HIDE_CURSOR = "\033[?25l";
  private static final String SHOW_CURSOR = "\033[?25h";
  private static final int POLL_MILLIS = 50;

  private static final File NOTHING = new File("/dev/null");

  private final String before;
  private final Thread atExit = new Thread(this::restore);

  private Terminal(String before) {
    this.before = before;
  }

  /** Takes over the terminal. */
  static Terminal open() throws InterruptedException {
    String before = stty("-g");
    if (!before.isEmpty()) {
      stty("-icanon", "-echo", "min", "1");
    }
    Terminal terminal = new Terminal(before);
    Runtime.getRuntime().addShutdownHook(terminal.atExit);
    System.out.print(HIDE_CURSOR);
    return terminal;
  }

  /** Replaces what is on the screen. */
  void draw(List<String> lines) {
    System.out.print(CLEAR + String.join(System.lineSeparator(), lines));
    System.out.println();
    System.out.flush();
  }

  /** Lines and columns; the greatest integers if not known. */
  int[] size() throws InterruptedException {
    String[] words = before.isEmpty() ? new String[0] : stty("size").split(" ");
    try {
      if (words.length == 2) {
        int[] size = {Integer.parseInt(words[0]), Integer.parseInt(words[1])};
        if (size[0] > 0 && size[1] > 0) {
          return size;
        }
      }
    } catch (NumberFormatException e) {
      // The size is not known.
    }
    return new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE};
  }

  /** Waits for that long, or until q is pressed. Returns whether q was pressed. */
  boolean waitForQuit(long millis) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      while (!before.isEmpty() && System.in.available() > 0) {
        int key = System.in.read();
        if (key == 'q' || key == 'Q') {
          return true;
        }
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return false;
  }

  /** The output of stty; empty if there is no terminal. */
  private static String stty(String... arguments) throws InterruptedException {
    try {
      String[] command = new String[arguments.length + 1];
      command[0] = "stty";
      System.arraycopy(arguments, 0, command, 1, arguments.length);
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.INHERIT)
              .redirectError(ProcessBuilder.Redirect.to(NOTHING))
              .start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        String said = out.readLine();
        return process.waitFor() == 0 && said != null ? said.trim() : "";
      }
    } catch (IOException e) {
      return "";
    }
  }

  private void restore() {
    System.out.print(SHOW_CURSOR);
    System.out.flush();
    try {
      if (!before.isEmpty()) {
        stty(before);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    restore();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
