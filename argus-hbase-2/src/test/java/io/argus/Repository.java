package io.argus;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The files of this checkout that people write, without what the build and tools leave there. */
final class Repository {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> LEFT_OUT =
      Set.of("target", ".git", ".argus", ".idea", ".vscode");

  private Repository() {}

  /** Paths below {@link #ROOT}, with '/' between names, sorted. */
  static List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return LEFT_OUT.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(ROOT.relativize(file).toString().replace('\\', '/'));
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
  }

  static String text(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }
}
