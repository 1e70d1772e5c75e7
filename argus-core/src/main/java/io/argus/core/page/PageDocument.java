package io.argus.core.page;

/** Makes one JSON document of the Argus page. Implementations are safe for use by any thread. */
@FunctionalInterface
public interface PageDocument {
  /**
   * Returns the document.
   *
   * @throws IllegalArgumentException if the query asks for what there is not; the message goes to
   *     whoever asked
   */
  String json(PageQuery query);
}
