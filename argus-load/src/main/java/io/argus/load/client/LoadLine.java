package io.argus.load.client;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * One line on a load client's standard output: ready, the progress of a second, or the result.
 *
 * <p>Immutable.
 */
public abstract class LoadLine {
  private LoadLine() {}

  /** Every thread is connected; the client waits for a line on its standard input. */
  public static final class Ready extends LoadLine {
    @SuppressWarnings("UnusedVariable") // Only in the JSON.
    private final boolean ready = true;
  }

  /** What completed in the second that ended, counted from the start of the run. */
  public static class Progress extends LoadLine {
    private final int second;
    private final long ops;
    private final long errors;

    public Progress(int second, long ops, long errors) {
      this.second = second;
      this.ops = ops;
      this.errors = errors;
    }

    public int second() {
      return second;
    }

    public long ops() {
      return ops;
    }

    public long errors() {
      return errors;
    }
  }

  /** The same with the latencies of that second. */
  public static final class Second extends Progress {
    private final String latencies;

    /**
     * @param latencies HdrHistogram's compressed form in Base64
     */
    public Second(int second, long ops, long errors, String latencies) {
      super(second, ops, errors);
      this.latencies = latencies;
    }
  }

  /** The result of the window; the last line of a run. */
  public static final class Finished extends LoadLine {
    private final LoadResult result;

    public Finished(LoadResult result) {
      this.result = result;
    }

    public LoadResult result() {
      return result;
    }

    @Override
    public String toJson() {
      return new Gson().toJson(result);
    }
  }

  /** Reads the latencies of a {@link Second}, in microseconds. */
  public static Histogram latencies(Second second) {
    try {
      byte[] bytes = Base64.getDecoder().decode(second.latencies);
      requireSmall(bytes);
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("cannot read the latencies of a second", e);
    }
  }

  /** HdrHistogram takes the memory that its header says before it reads anything else. */
  private static void requireSmall(byte[] compressed) throws DataFormatException {
    int headerBytes = 40; // of format V2
    int mostBytes = 1 << 20;
    int mostDigits = 3;
    Inflater inflater = new Inflater();
    try {
      int cookies = 2 * Integer.BYTES;
      inflater.setInput(compressed, cookies, compressed.length - cookies);
      ByteBuffer header = ByteBuffer.allocate(headerBytes);
      int length = inflater.inflate(header.array());
      int payloadBytes = header.getInt(Integer.BYTES);
      int digits = header.getInt(3 * Integer.BYTES);
      if (length < headerBytes
          || payloadBytes < 0
          || payloadBytes > mostBytes
          || digits > mostDigits) {
        throw new IllegalArgumentException(
            "histogram of " + payloadBytes + " bytes and " + digits + " digits is too large");
      }
    } finally {
      inflater.end();
    }
  }

  public String toJson() {
    return new Gson().toJson(this);
  }

  /** Reads a printed line; empty when it is something else. */
  public static Optional<LoadLine> parse(String text) {
    Gson gson = new Gson();
    try {
      JsonObject json = gson.fromJson(text, JsonObject.class);
      if (json == null) {
        return Optional.empty();
      }
      if (json.has("ready")) {
        return Optional.of(new Ready());
      }
      if (json.has("latencies")) {
        return Optional.of(gson.fromJson(json, Second.class));
      }
      if (json.has("second")) {
        return Optional.of(gson.fromJson(json, Progress.class));
      }
      if (json.has("throughput")) {
        return Optional.of(new Finished(gson.fromJson(json, LoadResult.class)));
      }
      return Optional.empty();
    } catch (RuntimeException e) { // Gson throws more than its own
      return Optional.empty();
    }
  }
}
