package io.argus.core.recorder;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;

/** Files in a local directory. Stateless; safe for use by any thread. */
final class LocalFiles implements RecordFiles {
  private final Path directory;

  LocalFiles(Path directory) {
    this.directory = directory;
  }

  @Override
  public String location() {
    return directory.toString();
  }

  @Override
  public Map<String, Long> list() throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    if (!Files.isDirectory(directory)) {
      return lengths;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        try {
          lengths.put(String.valueOf(file.getFileName()), Files.size(file));
        } catch (NoSuchFileException e) {
          // It was deleted meanwhile.
        }
      }
    }
    return lengths;
  }

  @Override
  public OutputStream create(String name) throws IOException {
    Files.createDirectories(directory);
    return Files.newOutputStream(
        directory.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** By a link, since a move replaces a file that exists. */
  @Override
  public boolean rename(String from, String to) throws IOException {
    try {
      Files.createLink(directory.resolve(to), directory.resolve(from));
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    Files.delete(directory.resolve(from));
    return true;
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  @Override
  public Opened open(String name) throws IOException {
    return new OpenedFile(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
  }

  private static final class OpenedFile implements Opened {
    private final FileChannel file;
    private final long length;

    OpenedFile(FileChannel file) throws IOException {
      this.file = file;
      this.length = file.size();
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void read(long position, byte[] into) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(into);
      while (buffer.hasRemaining()) {
        if (file.read(buffer, position + buffer.position()) < 0) {
          throw new EOFException("the file ends after " + length + " bytes");
        }
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
