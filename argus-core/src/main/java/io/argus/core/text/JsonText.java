package io.argus.core.text;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads JSON (UTF-8) that anybody may have written. Whatever it holds, a reader gets a value or an
 * IllegalArgumentException that names what is wrong.
 *
 * <p>The members of a value may still be missing, null, or what no such member can be.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class JsonText {
  /** No document of Argus is nested deeper than ten; what walks over a tree is recursive. */
  private static final int MAX_DEPTH = 64;

  private JsonText() {}

  /**
   * @param type without members that are trees of JSON themselves
   * @param what the document is, for messages
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static <T> T read(Gson gson, byte[] json, Class<T> type, String what) {
    try {
      return current(gson.fromJson(text(json), type));
    } catch (CharacterCodingException | RuntimeException e) {
      throw unreadable(what, e);
    }
  }

  /**
   * Reads a document that is a tree already.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static <T> T read(Gson gson, JsonElement json, Class<T> type, String what) {
    try {
      return current(gson.fromJson(json, type));
    } catch (RuntimeException e) {
      throw unreadable(what, e);
    }
  }

  /**
   * Reads a document as a tree that is not nested too deeply to be walked over.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static JsonElement tree(byte[] json, String what) {
    try {
      String text = text(json);
      requireShallow(text);
      return JsonParser.parseString(text);
    } catch (IOException | RuntimeException e) {
      throw unreadable(what, e);
    }
  }

  private static String text(byte[] json) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
  }

  private static void requireShallow(String text) throws IOException {
    JsonReader reader = new JsonReader(new StringReader(text));
    reader.setStrictness(Strictness.LENIENT);
    int depth = 0;
    JsonToken next = reader.peek();
    do {
      switch (next) {
        case BEGIN_ARRAY:
          reader.beginArray();
          depth++;
          break;
        case BEGIN_OBJECT:
          reader.beginObject();
          depth++;
          break;
        case END_ARRAY:
          reader.endArray();
          depth--;
          break;
        case END_OBJECT:
          reader.endObject();
          depth--;
          break;
        default:
          reader.skipValue(); // or a name alone
      }
      if (depth > MAX_DEPTH) {
        throw new IOException("it is nested deeper than " + MAX_DEPTH);
      }
      next = depth == 0 ? JsonToken.END_DOCUMENT : reader.peek();
    } while (next != JsonToken.END_DOCUMENT);
  }

  private static <T> T current(T document) {
    if (document == null) {
      throw new IllegalArgumentException("it is empty: must be a JSON object");
    }
    return document;
  }

  /** Gson throws more than its own exceptions, such as for a map with null as a key. */
  private static IllegalArgumentException unreadable(String what, Exception why) {
    String message = String.valueOf(why.getMessage());
    int end = message.indexOf('\n'); // a link to Gson's manual follows
    String first = end < 0 ? message : message.substring(0, end);
    return new IllegalArgumentException(what + " cannot be read: " + Shortened.of(first), why);
  }
}
