package io.argus.bench.load;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonSyntaxException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
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
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(second.latencies()));
      return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("cannot read the latencies of a second", e);
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
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }
}
