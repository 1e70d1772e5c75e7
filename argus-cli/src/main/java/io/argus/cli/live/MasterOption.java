package io.argus.cli.live;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.io.IOException;
import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the master whose web UI a command asks. Used by one thread. */
public final class MasterOption {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Address of the active master's web UI. Default: what the master says. If that cannot be"
              + " read, HBase's own client asks the master.")
  private @Nullable String master;

  /** Prints a document for people. */
  public interface Printer {
    void print(JsonObject document) throws IOException;
  }

  /** Takes something from a document. */
  public interface Reader<T> {
    T read(JsonObject document) throws IOException;
  }

  /**
   * Prints a document of the active master: as it is if JSON is asked for, else for people.
   *
   * @param document name and query, such as {@code history.json?span=hours}
   * @param what the document is, for messages, such as "a history"
   */
  public void print(ReadOptions cluster, String document, String what, Printer people)
      throws IOException, InterruptedException {
    String json = read(cluster, document);
    if (cluster.json()) {
      System.out.println(json);
      return;
    }
    read(
        json,
        what,
        answer -> {
          people.print(answer);
          return answer;
        });
  }

  /**
   * Takes what is needed from a document.
   *
   * @param what the document is, for messages, such as "a history"
   * @throws IOException if it is no JSON object, or lacks what is needed
   */
  public static <T> T read(String json, String what, Reader<T> reader) throws IOException {
    try {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      return reader.read(JsonText.tree(bytes, "it").getAsJsonObject());
    } catch (RuntimeException e) { // whatever a document of another kind leads to
      throw new IOException(
          "the master's web UI did not answer with "
              + what
              + ": "
              + Shortened.of(String.valueOf(e.getMessage())),
          e);
    }
  }

  /** A text as a query of a document may have it. */
  public static String encoded(String text) {
    try {
      return URLEncoder.encode(text, StandardCharsets.UTF_8.name());
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException("every Java has UTF-8", e);
    }
  }

  /**
   * Returns a member of a document.
   *
   * @throws IllegalStateException if there is none, or it is null
   */
  public static JsonElement member(JsonObject object, String name) {
    JsonElement member = object.get(name);
    if (member == null || member.isJsonNull()) {
      throw new IllegalStateException("it lacks '" + name + "'");
    }
    return member;
  }

  /**
   * Returns a member of a document as text that cannot change the terminal.
   *
   * @throws IllegalStateException if there is none, or it is null
   */
  public static String text(JsonObject object, String name) {
    return Shortened.onOneLine(member(object, name).getAsString());
  }

  /**
   * Returns a document of the active master.
   *
   * @param cluster where the master says its address, unless the option names it
   * @param document name and query, such as {@code history.json?span=hours}
   */
  public String read(ClusterOption cluster, String document)
      throws IOException, InterruptedException {
    if (master != null) {
      return new MasterPageClient(master).read(document);
    }
    try (LiveCluster live = cluster.connect()) {
      return live.request(document);
    }
  }
}
