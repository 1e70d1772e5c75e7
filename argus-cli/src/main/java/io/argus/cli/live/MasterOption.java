package io.argus.cli.live;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the master whose web UI a command asks. Used by one thread. */
public final class MasterOption {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Address of the active master's web UI. Default: what the master says.")
  private @Nullable String master;

  /** Prints a document for people. */
  public interface Printer {
    void print(JsonObject document) throws IOException;
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
    people(object(json, what), what, people);
  }

  /**
   * Reads a document.
   *
   * @param what the document is, for messages, such as "a history"
   * @throws IOException if it is no JSON object
   */
  public static JsonObject object(String json, String what) throws IOException {
    try {
      return JsonParser.parseString(json).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      throw unexpected(what, e);
    }
  }

  /**
   * Prints a document for people.
   *
   * @throws IOException if it lacks what is printed
   */
  public static void people(JsonObject document, String what, Printer people) throws IOException {
    try {
      people.print(document);
    } catch (JsonParseException | IllegalStateException e) {
      throw unexpected(what, e);
    }
  }

  private static IOException unexpected(String what, RuntimeException e) {
    return new IOException(
        "the master's web UI did not answer with " + what + ": " + e.getMessage(), e);
  }

  /**
   * Returns a member of a document.
   *
   * @throws IllegalStateException if there is none
   */
  public static JsonElement member(JsonObject object, String name) {
    JsonElement member = object.get(name);
    if (member == null) {
      throw new IllegalStateException("it lacks '" + name + "'");
    }
    return member;
  }

  /**
   * Returns a document of the active master.
   *
   * @param cluster where the master says its address, unless the option names it
   * @param document name and query, such as {@code history.json?span=hours}
   */
  public String read(ClusterOption cluster, String document)
      throws IOException, InterruptedException {
    return new MasterPageClient(address(cluster)).read(document);
  }

  private String address(ClusterOption cluster) throws IOException, InterruptedException {
    if (master != null) {
      return master;
    }
    String page = ClusterStatus.read(cluster.read(ClusterDocuments.STATUS)).master().page();
    if (page.isEmpty()) {
      throw new IOException("the master does not say where its web UI is: name it with --master");
    }
    return page;
  }
}
