package io.argus.core.fuzz;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Changes members of JSON documents: other values, names, numbers of elements, parts of others. */
final class JsonMutation {
  private static final String PLACE = "@hostile@";
  private static final JsonPrimitive PLACEHOLDER = new JsonPrimitive(PLACE);

  private JsonMutation() {}

  /** A member of an object or an element of an array. */
  private record Place(JsonElement parent, String name, int index) {
    JsonElement get() {
      return parent.isJsonObject()
          ? parent.getAsJsonObject().get(name)
          : parent.getAsJsonArray().get(index);
    }

    void set(JsonElement value) {
      if (parent.isJsonObject()) {
        parent.getAsJsonObject().add(name, value);
      } else {
        parent.getAsJsonArray().set(index, value);
      }
    }

    void remove() {
      if (parent.isJsonObject()) {
        parent.getAsJsonObject().remove(name);
      } else {
        parent.getAsJsonArray().remove(index);
      }
    }
  }

  /** Null if it is no JSON object or array. */
  static JsonElement parsed(byte[] document) {
    try {
      JsonElement root = JsonParser.parseString(new String(document, StandardCharsets.UTF_8));
      return root.isJsonObject() || root.isJsonArray() ? root : null;
    } catch (JsonParseException e) {
      return null;
    }
  }

  static byte[] of(JsonElement document, JsonElement other, Random random) {
    JsonElement root = document.deepCopy();
    List<String> hostile = new ArrayList<>();
    int changes = 1 + (random.nextInt(3) == 0 ? random.nextInt(4) : 0);
    for (int i = 0; i < changes; i++) {
      List<Place> places = places(root);
      if (!places.isEmpty()) {
        change(any(places, random), root, other, hostile, random);
      }
    }
    String text = root.toString();
    for (String value : hostile) {
      int at = text.indexOf('"' + PLACE + '"');
      if (at >= 0) {
        text = text.substring(0, at) + value + text.substring(at + PLACE.length() + 2);
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void change(
      Place place, JsonElement root, JsonElement other, List<String> hostile, Random random) {
    switch (random.nextInt(12)) {
      case 0 -> place.remove();
      case 1 -> rename(place, random);
      case 2 -> repeat(place, 1 + random.nextInt(3));
      case 3 -> repeat(place, 1000);
      case 4 -> place.set(any(places(root), random).get().deepCopy());
      case 5 -> {
        List<Place> others = other == null ? List.of() : places(other);
        place.set(others.isEmpty() ? JsonNull.INSTANCE : any(others, random).get().deepCopy());
      }
      case 6 -> place.set(JsonNull.INSTANCE);
      case 7, 8 -> {
        if (isNumber(place.get())) {
          place.set(PLACEHOLDER);
          hostile.add(nearby(place, random));
        } else {
          place.set(new JsonPrimitive(Hostile.text(random)));
        }
      }
      default -> {
        place.set(PLACEHOLDER);
        hostile.add(random.nextBoolean() ? Hostile.number(random) : Hostile.json(random));
      }
    }
  }

  private static boolean isNumber(JsonElement element) {
    return element.isJsonPrimitive() && element.getAsJsonPrimitive().isNumber();
  }

  private static String nearby(Place place, Random random) {
    return random.nextBoolean() ? Hostile.number(random) : String.valueOf(random.nextDouble());
  }

  private static void rename(Place place, Random random) {
    if (place.parent().isJsonObject()) {
      JsonObject parent = place.parent().getAsJsonObject();
      JsonElement value = parent.remove(place.name());
      parent.add(Hostile.text(random), value);
    } else {
      place.set(new JsonObject());
    }
  }

  private static void repeat(Place place, int times) {
    JsonElement value = place.get();
    if (value.toString().length() > 2_000) {
      return;
    }
    if (place.parent().isJsonArray()) {
      for (int i = 0; i < times; i++) {
        place.parent().getAsJsonArray().add(value.deepCopy());
      }
    } else {
      for (int i = 0; i < times; i++) {
        place.parent().getAsJsonObject().add(place.name() + i, value.deepCopy());
      }
    }
  }

  private static <T> T any(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static List<Place> places(JsonElement root) {
    List<Place> places = new ArrayList<>();
    collect(root, places);
    return places;
  }

  private static void collect(JsonElement parent, List<Place> places) {
    if (parent.isJsonObject()) {
      for (Map.Entry<String, JsonElement> member : parent.getAsJsonObject().entrySet()) {
        places.add(new Place(parent, member.getKey(), 0));
        collect(member.getValue(), places);
      }
    } else if (parent.isJsonArray()) {
      JsonArray array = parent.getAsJsonArray();
      for (int i = 0; i < array.size(); i++) {
        places.add(new Place(parent, "", i));
        collect(array.get(i), places);
      }
    }
  }
}
