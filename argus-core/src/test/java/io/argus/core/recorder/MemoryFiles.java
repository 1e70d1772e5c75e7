package io.argus.core.recorder;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/** A directory in memory. Each process sees it through a {@link Process}, which can be killed. */
final class MemoryFiles {
  /** The files, as they are written. */
  final Map<String, ByteArrayOutputStream> files = new TreeMap<>();

  /** What kill -9 is to the code that runs: nothing of it runs after that. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Called at each step of a process: before and after what an operation does. */
  interface Steps {
    void step();
  }

  /** One process that uses the files. */
  final class Process implements RecordFiles {
    private final Steps steps;
    private boolean dead;

    /** A reason for which all operations fail; empty if none does. */
    String broken = "";

    /** A file that cannot be opened; empty if all can. */
    String unreadable = "";

    /** Called when a segment got its name, before anything can end the process. */
    Runnable onSeal = () -> {};

    Process(Steps steps) {
      this.steps = steps;
    }

    private void step() {
      if (dead) {
        throw new Killed();
      }
      try {
        steps.step();
      } catch (Killed e) {
        dead = true;
        throw e;
      }
    }

    private void begin() throws IOException {
      step();
      if (!broken.isEmpty()) {
        throw new IOException(broken);
      }
    }

    @Override
    public String location() {
      return "memory";
    }

    @Override
    public Map<String, Long> list() throws IOException {
      begin();
      Map<String, Long> lengths = new TreeMap<>();
      files.forEach((name, bytes) -> lengths.put(name, (long) bytes.size()));
      return lengths;
    }

    @Override
    public OutputStream create(String name) throws IOException {
      begin();
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      if (files.putIfAbsent(name, content) != null) {
        throw new IOException(name + " exists");
      }
      step();
      return new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          if (dead) {
            throw new Killed();
          }
          content.write(bytes, from, length);
        }

        @Override
        public void close() {
          if (!dead) {
            step();
          }
        }
      };
    }

    @Override
    public boolean rename(String from, String to) throws IOException {
      begin();
      ByteArrayOutputStream content = files.get(from);
      if (content == null) {
        throw new FileNotFoundException(from);
      }
      if (files.putIfAbsent(to, content) != null) {
        return false;
      }
      files.remove(from);
      if (to.endsWith(SegmentName.SEALED)) {
        onSeal.run();
      }
      step();
      return true;
    }

    @Override
    public void delete(String name) throws IOException {
      begin();
      files.remove(name);
      step();
    }

    @Override
    public Opened open(String name) throws IOException {
      begin();
      if (name.equals(unreadable)) {
        throw new IOException("no DataNode has " + name);
      }
      ByteArrayOutputStream content = files.get(name);
      if (content == null) {
        throw new FileNotFoundException(name);
      }
      byte[] bytes = content.toByteArray();
      return new Opened() {
        @Override
        public long length() {
          return bytes.length;
        }

        @Override
        public void read(long position, byte[] into) throws IOException {
          begin();
          if (position < 0 || position + into.length > bytes.length) {
            throw new EOFException(name);
          }
          System.arraycopy(bytes, (int) position, into, 0, into.length);
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Files that nobody kills. */
  Process process() {
    return new Process(() -> {});
  }
}
