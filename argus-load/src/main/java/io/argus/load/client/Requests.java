package io.argus.load.client;

import static io.argus.load.basics.Argument.require;

import io.argus.load.basics.Argument;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import site.ycsb.Status;

/**
 * A workload of requests that CoreWorkload does not have. Rows are drawn uniformly from the table.
 *
 * <p>Immutable.
 */
public final class Requests implements TableWorkload {
  /** Names the workload among the properties of a client. */
  static final String KIND = "request";

  static final String ROWS = "requestrows";

  /** Rows that a filtered scan looks at for each row that it returns. */
  public static final int ROWS_OF_MATCH = 1000;

  /** Customers of a table that is indexed by them; each has as many rows. */
  public static final int CUSTOMERS = 10_000;

  /** What the name of such an index has after that of its table. */
  public static final String INDEX = "_by_customer";

  /** The keys that its filter lets pass: hashes, so that their last digits are random. */
  static final String MATCHING = "000$";

  /** What is sent. */
  public enum Kind {
    /** One get. */
    GET,
    /** One put of a whole row. */
    PUT,
    /** Gets of all rows in one call. */
    MULTI_GET,
    /** Puts of all rows in one call, as a buffer of that many rows sends them. */
    MULTI_PUT,
    /** One put, and gets of all other rows, in one call. */
    MIXED_BATCH,
    /** An increment of a column that rows do not have at first. */
    INCREMENT,
    /** A put of a row on condition that it lacks a column, which it does. */
    CHECK_AND_MUTATE,
    /** A count of all rows by HBase's own aggregation endpoint, in all regions at once. */
    AGGREGATION,
    /** A scan whose filter lets one row in {@link #ROWS_OF_MATCH} pass. */
    FILTERED_SCAN,
    /** The same of rows in the cache: HBase does not open their files again to read ahead. */
    CACHED_SCAN,
    /** The rows of a customer by an index, one of {@link #CUSTOMERS}. Only Phoenix has indexes. */
    LOOKUP;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> labels() {
      return Arrays.stream(values()).map(Kind::label).collect(Collectors.toList());
    }

    static Kind named(String label) {
      return Arrays.stream(values())
          .filter(kind -> kind.label().equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("request is " + Argument.shown(label)));
    }
  }

  /** A {@link site.ycsb.DB} that sends them. */
  public interface Sender {

    /**
     * Sends a request for rows of a table.
     *
     * @param keys of the rows; an {@link Kind#AGGREGATION} is for all rows
     * @return {@link Status#NOT_FOUND} if a row that was read is not there
     */
    Status request(Kind kind, String table, List<byte[]> keys);
  }

  private final Kind kind;
  private final int rows;
  private final Map<String, String> binding;

  /**
   * @param rows rows of each request
   * @param binding further properties of the DB binding: {@code priority} of gets, {@code
   *     client.KEY} for a property of HBase's client
   */
  public Requests(Kind kind, int rows, Map<String, String> binding) {
    require(rows >= 1, "rows of a request", rows, "at least 1");
    this.kind = kind;
    this.rows = rows;
    this.binding = Collections.unmodifiableMap(new TreeMap<>(binding));
  }

  /** Requests of one row each with the client's usual settings. */
  public static Requests of(Kind kind) {
    return of(kind, 1);
  }

  /** Requests with the client's usual settings. */
  public static Requests of(Kind kind, int rows) {
    return new Requests(kind, rows, Collections.emptyMap());
  }

  public Kind kind() {
    return kind;
  }

  public int rows() {
    return rows;
  }

  @Override
  public String label() {
    return kind.label();
  }

  @Override
  public boolean writes() {
    switch (kind) {
      case GET:
      case MULTI_GET:
      case AGGREGATION:
      case FILTERED_SCAN:
      case CACHED_SCAN:
      case LOOKUP:
        return false;
      default:
        return true;
    }
  }

  @Override
  public Properties properties(String table, long tableRows) {
    Properties properties = Preset.tableProperties(table, tableRows);
    properties.setProperty(KIND, kind.label());
    properties.setProperty(ROWS, Integer.toString(rows));
    binding.forEach(properties::setProperty);
    return properties;
  }
}
