package io.argus.core.documents;

import com.google.gson.Gson;
import io.argus.core.text.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a document that is longer than a node may be, and its head, which is in the place of
 * the document. A document that fits has no parts.
 *
 * <p>The head names the generation of its parts, which is a digest of the whole document. So two
 * writers never mix their parts, and a reader knows whether what it put together is whole. A server
 * of a version before parts reads the head as a document of a format that it does not know.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class DocumentParts {
  /** Parent of the parts of all documents. */
  public static final String FOLDER = "parts";

  /** A longer document is refused, so that no reader runs out of memory. */
  static final int MAX_PARTS = 16;

  private static final int TRIES = 3;

  /** No version of Argus reads a plan or a report of this format. */
  private static final int NO_FORMAT = 1_000_000;

  private static final byte[] MARK = "{\"parts\":".getBytes(StandardCharsets.UTF_8);
  private static final Gson GSON = new Gson();

  /** Of anything else no name of a node may be made. */
  private static final Pattern GENERATION = Pattern.compile("[0-9a-f]{16}");

  /** The nodes that hold heads and parts. */
  public interface Nodes {
    /** What a node holds, null if there is none of that name. */
    byte @Nullable [] get(String name) throws IOException;
  }

  @SuppressWarnings("UnusedVariable") // Some are for other readers of the JSON.
  private static final class Head {
    private int parts;
    private long bytes;
    private @Nullable String generation;
    private int format = NO_FORMAT;
    private int version = NO_FORMAT;
  }

  private final String name;
  private final String generation;
  private final byte[] document;

  private DocumentParts(String name, String generation, byte[] document) {
    this.name = name;
    this.generation = generation;
    this.document = document;
  }

  /**
   * Divides a document that is too long for one node.
   *
   * @throws IOException if it is too long even in parts
   */
  public static DocumentParts of(String name, byte[] document) throws IOException {
    int most = MAX_PARTS * ClusterDocuments.MAX_BYTES;
    if (document.length > most) {
      throw new IOException(
          name + " has " + document.length + " bytes; must be " + most + " at most");
    }
    return new DocumentParts(name, digest(document), document);
  }

  String generation() {
    return generation;
  }

  public int size() {
    return (document.length + ClusterDocuments.MAX_BYTES - 1) / ClusterDocuments.MAX_BYTES;
  }

  public byte[] part(int index) {
    int from = index * ClusterDocuments.MAX_BYTES;
    int to = Math.min(document.length, from + ClusterDocuments.MAX_BYTES);
    return Arrays.copyOfRange(document, from, to);
  }

  /** Name of a part's node. */
  public String partName(int index) {
    return FOLDER + "/" + prefix(name) + generation + "." + index;
  }

  /** What the node of the document holds. */
  public byte[] head() {
    Head head = new Head();
    head.parts = size();
    head.bytes = document.length;
    head.generation = generation;
    return GSON.toJson(head).getBytes(StandardCharsets.UTF_8);
  }

  /** What the names of all nodes with parts of a document begin with, below {@link #FOLDER}. */
  static String prefix(String name) {
    return name.replace('/', ',') + ".";
  }

  /**
   * Whether a part is of a document, but not of its current generation.
   *
   * @param part name of its node below {@link #FOLDER}
   * @param node what the document's own node holds
   */
  public static boolean isLeftOver(String part, String name, byte[] node) {
    Head head = isHead(node) ? read(node) : null;
    boolean current = head != null && part.startsWith(prefix(name) + head.generation + ".");
    return part.startsWith(prefix(name)) && !current;
  }

  /**
   * Returns the whole document. If it changes meanwhile, begins anew with its new head.
   *
   * @param first what the node of that name held
   * @throws IncompleteDocumentException if parts are missing though the head does not change
   */
  public static byte @Nullable [] whole(String name, byte @Nullable [] first, Nodes nodes)
      throws IOException {
    byte[] node = first;
    for (int tries = 0; tries < TRIES; tries++) {
      if (node == null || !isHead(node)) {
        return node;
      }
      byte[] document = assemble(name, node, nodes);
      if (document != null) {
        return document;
      }
      node = nodes.get(name);
    }
    throw new IncompleteDocumentException(name + " lacks parts that its head names");
  }

  private static boolean isHead(byte[] node) {
    return node.length >= MARK.length && Arrays.equals(Arrays.copyOf(node, MARK.length), MARK);
  }

  private static byte @Nullable [] assemble(String name, byte[] node, Nodes nodes)
      throws IOException {
    Head head = read(node);
    if (head == null || head.generation == null) {
      return null;
    }
    List<byte[]> parts = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < head.parts; i++) {
      byte[] part = nodes.get(FOLDER + "/" + prefix(name) + head.generation + "." + i);
      bytes += part == null ? 0 : part.length;
      if (part == null || bytes > head.bytes) {
        return null;
      }
      parts.add(part);
    }
    byte[] document = new byte[(int) bytes];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, document, at, part.length);
      at += part.length;
    }
    return bytes == head.bytes && digest(document).equals(head.generation) ? document : null;
  }

  /** Null if it is corrupt. */
  private static @Nullable Head read(byte[] node) {
    try {
      Head head = JsonText.read(GSON, node, Head.class, "head");
      boolean sound = head.parts >= 1 && head.parts <= MAX_PARTS && head.generation != null;
      return sound && GENERATION.matcher(head.generation).matches() ? head : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String digest(byte[] document) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(document);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < Long.BYTES; i++) {
        text.append(String.format("%02x", hash[i]));
      }
      return text.toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
