package io.argus.master.page;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Chromium without a window, started anew for each page. */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  private static final String[] FLAGS = {
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-logging=stderr",
    "--virtual-time-budget=5000"
  };

  private final Path binary;
  private final Path scratch;

  private Chromium(Path binary, Path scratch) {
    this.binary = binary;
    this.scratch = scratch;
  }

  /** Empty where none is installed. */
  static Optional<Chromium> find(Path scratch) {
    for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
      for (String name : NAMES) {
        Path binary = Path.of(directory, name);
        if (Files.isExecutable(binary)) {
          return Optional.of(new Chromium(binary, scratch));
        }
      }
    }
    return Optional.empty();
  }

  /** The HTML of a page after its scripts ran. */
  String dom(String url) throws IOException, InterruptedException {
    return dom(url, false);
  }

  String dom(String url, boolean dark) throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(List.of("--window-size=1400,1000", "--dump-dom"));
    flags.addAll(scheme(dark));
    return run(flags, url);
  }

  private static List<String> scheme(boolean dark) {
    return dark ? List.of("--blink-settings=preferredColorScheme=0") : List.of();
  }

  void screenshot(String url, int width, int height, boolean dark, Path png)
      throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>();
    flags.add("--window-size=" + width + "," + height);
    flags.add("--screenshot=" + png);
    flags.addAll(scheme(dark));
    run(flags, url);
  }

  private String run(List<String> flags, String url) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of(FLAGS));
    command.addAll(flags);
    command.add("--user-data-dir=" + Files.createTempDirectory(scratch, "profile"));
    command.add(url);
    Path out = Files.createTempFile(scratch, "out", ".html");
    Path log = Files.createTempFile(scratch, "log", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        throw new IOException("Chromium did not end within 60 s: " + Files.readString(log));
      }
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(log, StandardCharsets.UTF_8);
    if (said.contains("Uncaught") || said.contains("Refused to")) {
      throw new IOException("the page failed: " + said);
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }
}
