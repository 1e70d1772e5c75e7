package io.argus.core.page;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer of the Argus page to one request: status, content type, further headers and body.
 *
 * <p>Immutable as long as no caller writes into the body; safe for use by any thread.
 */
public final class PageReply {
  private static final String JSON = "application/json; charset=utf-8";

  private static final Map<String, String> HEADERS = headersOfEveryReply();

  /** Status of an answer that is not there yet. */
  public static final int COMPUTING = 503;

  private final int status;
  private final String contentType;
  private final Map<String, String> headers;
  private final byte[] body;

  private PageReply(int status, String contentType, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.contentType = contentType;
    this.headers = headers;
    this.body = body;
  }

  private static Map<String, String> headersOfEveryReply() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Cache-Control", "no-cache");
    headers.put("Content-Security-Policy", "default-src 'self'; frame-ancestors 'self'");
    headers.put("X-Content-Type-Options", "nosniff");
    return Collections.unmodifiableMap(headers);
  }

  static PageReply ok(String contentType, byte[] body) {
    return new PageReply(200, contentType, HEADERS, body);
  }

  static PageReply json(String json) {
    return ok(JSON, json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns an answer that sends the browser elsewhere.
   *
   * @param location relative to the path of the request: what is before that, only a proxy knows
   */
  static PageReply moved(String location) {
    return new PageReply(302, JSON, with("Location", location), new byte[0]);
  }

  /** Returns an answer whose document says what is wrong. */
  static PageReply error(int status, String errorJson) {
    return new PageReply(status, JSON, HEADERS, errorJson.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns an answer that says when to ask again. */
  static PageReply computing(int retrySeconds, String errorJson) {
    return new PageReply(
        COMPUTING,
        JSON,
        with("Retry-After", String.valueOf(retrySeconds)),
        errorJson.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> with(String header, String value) {
    Map<String, String> headers = new LinkedHashMap<>(HEADERS);
    headers.put(header, value);
    return Collections.unmodifiableMap(headers);
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  public String contentType() {
    return contentType;
  }

  /** Headers in addition to content type and length. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Not a copy: do not write into it. */
  public byte[] body() {
    return body;
  }
}
