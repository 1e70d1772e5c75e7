package io.argus.core.tenant;

import org.jspecify.annotations.Nullable;

/**
 * What decides on the tenant of a table: its names and its attribute.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableDescription {
  /** The namespace of every table on a platform without namespaces. */
  public static final String DEFAULT_NAMESPACE = "default";

  final String namespace;

  /** Without the namespace. */
  final String name;

  final @Nullable String attribute;
  private final boolean complete;

  private TableDescription(
      String namespace, String name, @Nullable String attribute, boolean complete) {
    this.namespace = namespace;
    this.name = name;
    this.attribute = attribute;
    this.complete = complete;
  }

  /**
   * Returns the description of a table whose attributes are known.
   *
   * @param attribute its {@value TenantMapping#TABLE_ATTRIBUTE}, null if it has none
   */
  public static TableDescription of(String namespace, String name, @Nullable String attribute) {
    return new TableDescription(namespace, name, attribute, true);
  }

  /** Returns the description of a table of which only the names are known so far. */
  public static TableDescription ofUnknown(String namespace, String name) {
    return new TableDescription(namespace, name, null, false);
  }

  /** Whether it is known which attribute the table has, or that it has none. */
  public boolean isComplete() {
    return complete;
  }

  /** Namespace, colon, table. */
  public String fullName() {
    return namespace + ":" + name;
  }

  @Override
  public String toString() {
    return namespace.equals(DEFAULT_NAMESPACE) ? name : namespace + ":" + name;
  }
}
