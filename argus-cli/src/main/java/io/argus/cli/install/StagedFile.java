package io.argus.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that is written beside its target and takes the target's place all at once: HBase does not
 * start with half a site file or half a jar.
 *
 * <p>Used by one thread.
 */
final class StagedFile implements AutoCloseable {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private final Path target;
  private final Path fresh;

  private StagedFile(Path file) throws IOException {
    target = Files.exists(file) ? file.toRealPath() : file;
    fresh = target.resolveSibling(target.getFileName() + ".new");
    if (Files.isDirectory(target)) {
      throw new IOException(target + " is a directory: it must be a file");
    }
    Files.deleteIfExists(fresh);
  }

  /** A copy of a file. */
  static StagedFile copyOf(Path source, Path target) throws IOException {
    StagedFile staged = new StagedFile(target);
    return staged.filled(() -> Files.copy(source, staged.fresh));
  }

  /** A file with the owner and rights of another one, if that exists. */
  static StagedFile like(Path model, Path target, byte[] content) throws IOException {
    StagedFile staged = new StagedFile(target);
    return staged.filled(
        () -> {
          if (Files.exists(model)) {
            Files.createFile(staged.fresh, PosixFilePermissions.asFileAttribute(PRIVATE));
            Files.write(staged.fresh, content);
            copyRights(model, staged.fresh);
          } else {
            Files.write(staged.fresh, content);
          }
        });
  }

  private interface Filling {
    void fill() throws IOException;
  }

  private StagedFile filled(Filling filling) throws IOException {
    boolean done = false;
    try {
      filling.fill();
      done = true;
      return this;
    } finally {
      if (!done) {
        close();
      }
    }
  }

  /** Puts the file into the place of its target. */
  void publish() throws IOException {
    Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes what was not published. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(fresh);
  }

  private static void copyRights(Path from, Path to) throws IOException {
    PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    PosixFileAttributes current = view.readAttributes();
    if (!wanted.group().equals(current.group())) {
      view.setGroup(wanted.group());
    }
    view.setPermissions(wanted.permissions());
    if (!wanted.owner().equals(current.owner())) {
      view.setOwner(wanted.owner());
    }
  }
}
