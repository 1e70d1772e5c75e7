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
public sealed interface LoadLine {

  /** Every thread is connected; the client waits for a line on its standard input. */
  record Ready(boolean ready) implements LoadLine {}

  /** What completed in the second that ended, counted from the start of the run. */
  record Progress(int second, long ops, long errors) implements LoadLine {}

  /** The same with the latencies of that second, HdrHistogram's compressed form in Base64. */
  record Second(int second, long ops, long errors, String latencies) implements LoadLine {}

  /** The result of the window; the last line of a run. */
  record Finished(LoadResult result) implements LoadLine {}

  /** Reads the latencies of a {@link Second}, in microseconds. */
  static Histogram latencies(Second second) {
    try {
      byte[] bytes = Base64.getDecoder().decode(second.latencies());
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

  default String toJson() {
    Object line = this instanceof Finished finished ? finished.result() : this;
    return new Gson().toJson(line);
  }

  /** Reads a printed line; empty when it is something else. */
  static Optional<LoadLine> parse(String text) {
    Gson gson = new Gson();
    try {
      JsonObject json = gson.fromJson(text, JsonObject.class);
      if (json == null) {
        return Optional.empty();
      }
      if (json.has("ready")) {
        return Optional.of(new Ready(true));
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
