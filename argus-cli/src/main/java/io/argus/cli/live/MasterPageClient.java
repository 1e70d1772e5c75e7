package io.argus.cli.live;

import io.argus.core.page.ComputingException;
import io.argus.core.page.PageReply;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the JSON documents of a master's Argus page, see docs/json.md. Used by one thread. */
public final class MasterPageClient {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int MAX_COMPUTING_MINUTES = 30;
  private static final int MAX_RETRY_SECONDS = 30;

  private final String address;

  /**
   * @param address the master's web UI, such as {@code http://host:16010}
   */
  public MasterPageClient(String address) {
    this.address = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
  }

  /**
   * Returns a document. While the master computes it, this says so and asks again.
   *
   * @param document name and query, such as {@code history.json?span=hours}
   * @throws IOException if the web UI does not answer with the document
   */
  public String read(String document) throws IOException, InterruptedException {
    return patiently(() -> readOnce(document));
  }

  /** Asks the master once. */
  interface Question {
    String request() throws IOException, InterruptedException;
  }

  /** Asks until the answer is there; says so if it is not there at once. */
  static String patiently(Question question) throws IOException, InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(MAX_COMPUTING_MINUTES);
    while (true) {
      try {
        return question.request();
      } catch (ComputingException e) {
        if (System.nanoTime() - endNanos > 0) {
          throw new IOException(e.getMessage(), e);
        }
        System.err.println(e.getMessage() + "; asking again in " + e.retrySeconds() + " s");
        TimeUnit.SECONDS.sleep(e.retrySeconds());
      }
    }
  }

  private String readOnce(String document) throws IOException {
    HttpURLConnection connection = open(document);
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try {
      connect(connection);
      int status = connection.getResponseCode();
      boolean answers = status == HttpURLConnection.HTTP_OK;
      String body = text(answers ? connection.getInputStream() : connection.getErrorStream());
      int retrySeconds = connection.getHeaderFieldInt("Retry-After", 0);
      return checked(connection.getURL().toString(), status, retrySeconds, body);
    } finally {
      connection.disconnect();
    }
  }

  /** A master that is connected, but slow, is not asked in another way: it would work twice. */
  private void connect(HttpURLConnection connection) throws NoMasterException {
    try {
      connection.connect();
    } catch (IOException e) {
      throw new NoMasterException("nothing answers at " + address + ": " + e.getMessage());
    }
  }

  /**
   * Returns the body of an answer, if it is the document.
   *
   * @param asked who answered, for messages
   * @param retrySeconds when to ask again; 0 if the master does not say
   * @throws ComputingException if it is being computed
   * @throws DeniedException if this user may not read it
   * @throws IOException with what the master says is wrong
   */
  static String checked(String asked, int status, int retrySeconds, String body)
      throws IOException {
    if (status == HttpURLConnection.HTTP_OK) {
      return body;
    }
    String problem = Shortened.onOneLine(problem(body));
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED
        || status == HttpURLConnection.HTTP_FORBIDDEN) {
      throw new DeniedException(asked + " answered " + status + ": " + problem);
    }
    if (status == PageReply.COMPUTING && retrySeconds > 0) {
      throw new ComputingException(
          "the master computes: " + problem, Math.min(MAX_RETRY_SECONDS, retrySeconds));
    }
    throw new IOException(
        status == HttpURLConnection.HTTP_BAD_REQUEST
            ? problem
            : asked + " answered " + status + ": " + problem);
  }

  /** What the document of an error says, or all of an answer that is none. */
  private static String problem(String body) {
    try {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return JsonText.tree(bytes, "it").getAsJsonObject().get("error").getAsString();
    } catch (RuntimeException e) { // whatever a body of another kind leads to
      return body.trim();
    }
  }

  private HttpURLConnection open(String document) throws IOException {
    try {
      URL url = URI.create(address + "/argus/" + document).toURL();
      if (url.getProtocol().startsWith("http")) {
        return (HttpURLConnection) url.openConnection();
      }
      throw new IllegalArgumentException("its protocol is not http");
    } catch (IllegalArgumentException | MalformedURLException e) {
      throw new IOException(
          "'" + address + "' is not the address of a web UI: " + e.getMessage(), e);
    }
  }

  private static String text(@Nullable InputStream body) throws IOException {
    if (body == null) {
      return "";
    }
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      return reader.lines().collect(Collectors.joining("\n"));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
