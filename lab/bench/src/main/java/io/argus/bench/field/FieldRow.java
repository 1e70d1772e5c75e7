package io.argus.bench.field;

import io.argus.bench.run.Placement;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Requests of everyday clients that one tenant sends beside a neighbour.
 *
 * @param what the requests in words
 * @param neighbour which sends gets, unless the row is about something else
 * @param others the clients that send them, one for each kind of request
 * @param gets the clients of as many gets at once, one for each tenant
 * @param rule what both are held to
 * @param kept the part of what they are compared with that they are to have, 0..1: the neighbour,
 *     or by {@link Rule#STOCK} the others
 * @param warmUp the shortest time before a window
 * @param everywhere whether HBase 0.94 has such requests, too
 */
public record FieldRow(
    String name,
    String what,
    TenantWorkload neighbour,
    List<TenantWorkload> others,
    List<TenantWorkload> gets,
    Rule rule,
    double kept,
    Disturbance disturbance,
    Duration warmUp,
    FieldCluster cluster,
    boolean everywhere) {

  /** Regions of each table. */
  public static final int REGIONS = 4;

  /** What most rows have as the neighbour. */
  static final TenantWorkload NEIGHBOUR = new TenantWorkload("neighbour", Preset.UNIFORM, 50);

  /** What runs beside the neighbour. */
  public enum Beside {
    NOBODY("alone"),
    /** As many gets at once of the other tenants. */
    GETS("beside gets"),
    REQUESTS("beside the requests"),
    /** Not the neighbour, but the first other tenant alone, disturbed as beside the neighbour. */
    OTHER_ALONE("");

    private final String label;

    Beside(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /**
   * What the tenants are held to. By all but {@link #STOCK}, the neighbour keeps its part of what
   * it has beside gets, or what it has on stock HBase where that is more.
   */
  public enum Rule {
    /** The others do what they do on stock HBase, as far as their share of disk reads allows it. */
    READS,

    /** So do they as far as their part of what they do alone allows it. */
    ALONE,

    /** The others do what they do on stock HBase; the neighbour is shown. */
    STOCK
  }

  public FieldRow {
    others = List.copyOf(others);
    gets = List.copyOf(gets);
  }

  /** The rows of those names in their own order; all if there are no names. */
  public static List<FieldRow> named(List<String> names) throws IOException {
    List<String> all = FieldRows.ALL.stream().map(FieldRow::name).toList();
    for (String name : names) {
      if (!all.contains(name)) {
        throw new IOException("row is " + name + "; choose of " + String.join(", ", all));
      }
    }
    return FieldRows.ALL.stream()
        .filter(row -> names.isEmpty() || names.contains(row.name()))
        .toList();
  }

  /** What is measured: a neighbour alone only where rows share it, as nothing depends on it. */
  List<Beside> besides() {
    List<Beside> besides = new ArrayList<>();
    if (cluster == FieldCluster.USUAL && neighbour.equals(NEIGHBOUR)) {
      besides.add(Beside.NOBODY);
    }
    if (rule != Rule.STOCK) {
      besides.add(Beside.GETS);
    }
    besides.add(Beside.REQUESTS);
    if (rule == Rule.ALONE) {
      besides.add(Beside.OTHER_ALONE);
    }
    return besides;
  }

  /** What is measured for the row. */
  Measurement measurement(Beside beside) {
    return switch (beside) {
      case NOBODY -> measurement(neighbour, List.of(), Disturbance.NONE);
      case GETS -> measurement(neighbour, gets, Disturbance.NONE);
      case REQUESTS -> measurement(neighbour, others, disturbance);
      case OTHER_ALONE -> measurement(others.get(0), List.of(), disturbance);
    };
  }

  private Measurement measurement(
      TenantWorkload first, List<TenantWorkload> beside, Disturbance when) {
    return new Measurement(placed(first), beside.stream().map(this::placed).toList(), when, warmUp);
  }

  private TenantWorkload placed(TenantWorkload tenant) {
    int servers = cluster.servers();
    return servers == 1 ? tenant : tenant.placed(Placement.parse("100" + "/0".repeat(servers - 1)));
  }

  /** The different measurements of rows, in order. */
  static List<Measurement> measurements(List<FieldRow> rows) {
    LinkedHashSet<Measurement> all = new LinkedHashSet<>();
    for (FieldRow row : rows) {
      for (Beside beside : row.besides()) {
        all.add(row.measurement(beside));
      }
    }
    return List.copyOf(all);
  }
}
