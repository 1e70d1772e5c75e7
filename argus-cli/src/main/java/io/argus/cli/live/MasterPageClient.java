package io.argus.cli.live;

import io.argus.core.text.Shortened;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads the JSON documents of a master's Argus page, see docs/json.md. Used by one thread. */
public final class MasterPageClient {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final String address;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(PATIENCE)
          .build();

  /**
   * @param address the master's web UI, such as {@code http://host:16010}
   */
  public MasterPageClient(String address) {
    this.address = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
  }

  /**
   * Returns a document.
   *
   * @param document name and query, such as {@code history.json?span=hours}
   * @throws IOException if the web UI does not answer with the document
   */
  public String read(String document) throws IOException, InterruptedException {
    try {
      URI uri = URI.create(address + "/argus/" + document);
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(PATIENCE).build();
      HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (reply.statusCode() != 200) {
        throw new IOException(
            uri + " answered " + reply.statusCode() + ": " + Shortened.of(reply.body().strip()));
      }
      return reply.body();
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "'" + address + "' is not the address of a web UI: " + e.getMessage(), e);
    } catch (java.net.ConnectException e) {
      throw new IOException("nothing answers at " + address + ": " + e.getMessage(), e);
    }
  }
}
