package io.argus.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A page of a server's web UI. */
public record WebPage(int status, String body) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** Reads a page; while the server computes it, again and again. */
  public static WebPage get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(15))
            .build();
    HttpResponse<String> reply = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    for (int i = 0; i < 60 && reply.headers().firstValue("Retry-After").isPresent(); i++) {
      Thread.sleep(1_000);
      reply = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
    return new WebPage(reply.statusCode(), reply.body());
  }

  /** Sends a request of another method than GET. */
  public static WebPage send(String method, int port, String path)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(15))
            .method(method, HttpRequest.BodyPublishers.ofString("argus.mode=off"))
            .build();
    HttpResponse<String> reply = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    return new WebPage(reply.statusCode(), reply.body());
  }

  /** Reads a page; its status is 0 while the server does not answer. */
  public static WebPage tryGet(int port, String path) {
    try {
      return get(port, path);
    } catch (IOException e) {
      return new WebPage(0, e.toString());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
