package io.argus.core.fuzz;

import com.google.gson.JsonElement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes damaged documents out of sound ones. The same number makes the same document.
 *
 * <p>Not safe for use by several threads.
 */
public final class Mutation {
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_.+-]+");
  private static final int MAX_BYTES = 1 << 18;

  private final List<byte[]> seeds;
  private final List<JsonElement> trees = new ArrayList<>();
  private final long seed;

  /**
   * @param seeds sound documents of one kind
   */
  public Mutation(List<byte[]> seeds, long seed) {
    this.seeds = seeds;
    this.seed = seed;
    seeds.forEach(document -> trees.add(JsonMutation.parsed(document)));
  }

  public byte[] document(int number) {
    Random random = new Random((seed * 1_000_003L + number) * 0x9E3779B97F4A7C15L);
    random.nextInt();
    int which = random.nextInt(seeds.size());
    if (number == 0) {
      return seeds.get(0);
    }
    byte[] document = seeds.get(which);
    JsonElement tree = trees.get(which);
    if (tree != null && random.nextInt(10) < 7) {
      document = JsonMutation.of(tree, trees.get(random.nextInt(trees.size())), random);
      if (random.nextInt(8) > 0) {
        return document;
      }
    }
    int changes = 1 + random.nextInt(random.nextInt(8) + 1);
    for (int i = 0; i < changes; i++) {
      byte[] changed = changed(document, random);
      document = changed.length > MAX_BYTES ? Arrays.copyOf(changed, MAX_BYTES) : changed;
    }
    return document;
  }

  private byte[] changed(byte[] document, Random random) {
    int length = document.length;
    int from = length == 0 ? 0 : random.nextInt(length);
    int to = Math.min(length, from + 1 + random.nextInt(random.nextInt(200) + 1));
    switch (random.nextInt(12)) {
      case 0, 1:
        return flipped(document, from, random);
      case 2:
        byte[] set = document.clone();
        if (length > 0) {
          set[from] = (byte) (random.nextInt(4) == 0 ? 0xFF : random.nextInt());
        }
        return set;
      case 3:
        return Arrays.copyOf(document, from);
      case 4:
        return spliced(document, from, new byte[0], to);
      case 5:
        return spliced(document, to, Arrays.copyOfRange(document, from, to), to);
      case 6:
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int at = other.length == 0 ? 0 : random.nextInt(other.length);
        return spliced(document, from, Arrays.copyOfRange(other, at, other.length), length);
      case 7:
        byte[] noise = new byte[1 + random.nextInt(20)];
        random.nextBytes(noise);
        return spliced(document, from, noise, from);
      case 8:
        String inserted = random.nextBoolean() ? Hostile.json(random) : Hostile.text(random);
        return spliced(document, from, inserted.getBytes(StandardCharsets.UTF_8), from);
      default:
        return tokenReplaced(document, random);
    }
  }

  private static byte[] flipped(byte[] document, int at, Random random) {
    byte[] flipped = document.clone();
    if (flipped.length > 0) {
      flipped[at] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] spliced(byte[] document, int from, byte[] middle, int to) {
    byte[] result = new byte[from + middle.length + document.length - to];
    System.arraycopy(document, 0, result, 0, from);
    System.arraycopy(middle, 0, result, from, middle.length);
    System.arraycopy(document, to, result, from + middle.length, document.length - to);
    return result;
  }

  /** Latin-1 keeps every byte as it is. */
  private static byte[] tokenReplaced(byte[] document, Random random) {
    String text = new String(document, StandardCharsets.ISO_8859_1);
    Matcher matcher = TOKEN.matcher(text);
    List<int[]> tokens = new ArrayList<>();
    while (matcher.find() && tokens.size() < 10_000) {
      tokens.add(new int[] {matcher.start(), matcher.end()});
    }
    if (tokens.isEmpty()) {
      return document;
    }
    int[] token = tokens.get(random.nextInt(tokens.size()));
    String hostile = random.nextBoolean() ? Hostile.number(random) : Hostile.text(random);
    return spliced(document, token[0], hostile.getBytes(StandardCharsets.UTF_8), token[1]);
  }
}
