package io.argus.cluster.runtime;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Reads the web pages of servers on this machine. */
public final class ServerPage {
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();

  private ServerPage() {}

  /**
   * A page; empty while the server does not answer, or if it has no such page.
   *
   * @param path such as {@code /jmx}
   */
  public static Optional<String> read(int port, String path) {
    try {
      HttpResponse<String> reply =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                  .timeout(TIMEOUT)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return reply.statusCode() == 200 ? Optional.of(reply.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
