package io.argus.master.status;

import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/**
 * Writes NaN and infinite numbers, which JSON does not have, as null; reads null as 0.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class FiniteNumber extends TypeAdapter<Double> {
  @Override
  public void write(JsonWriter out, Double value) throws IOException {
    if (value == null || value.isNaN() || value.isInfinite()) {
      out.nullValue();
    } else {
      out.value(value);
    }
  }

  @Override
  public Double read(JsonReader in) throws IOException {
    if (in.peek() == JsonToken.NULL) {
      in.nextNull();
      return 0.0;
    }
    return in.nextDouble();
  }
}
