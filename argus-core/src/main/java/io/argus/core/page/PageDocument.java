package io.argus.core.page;

/** Makes one JSON document of the Argus page. Implementations are safe for use by any thread. */
@FunctionalInterface
public interface PageDocument {
  /**
   * @throws ComputingException if the answer is not there yet
   * @throws IllegalArgumentException if the query cannot be answered; the client gets the message
   */
  String json(PageQuery query);
}
