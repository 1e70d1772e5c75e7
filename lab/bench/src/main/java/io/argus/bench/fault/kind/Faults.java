package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.rolling.RollingFaults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All faults by name, in the order in which a campaign has them. Stateless. */
public final class Faults {
  private Faults() {}

  public static List<Fault> all() {
    List<Fault> all = new ArrayList<>(ProcessFaults.all());
    all.addAll(DocumentFaults.all());
    all.addAll(TableFaults.all());
    all.addAll(ClientFaults.all());
    all.addAll(PartFaults.all());
    all.addAll(StorageFaults.all());
    all.addAll(ClockFaults.all());
    all.addAll(RollingFaults.all());
    return List.copyOf(all);
  }

  /**
   * The faults of those names, in that order; all if there are no names.
   *
   * @throws IllegalArgumentException naming what there is
   */
  public static List<Fault> named(List<String> names) {
    Map<String, Fault> byName = new LinkedHashMap<>();
    all().forEach(fault -> byName.put(fault.name(), fault));
    if (names.isEmpty()) {
      return all();
    }
    List<Fault> chosen = new ArrayList<>();
    for (String name : names) {
      Fault fault = byName.get(name);
      if (fault == null) {
        throw new IllegalArgumentException(
            "fault is " + name + "; choose of " + String.join(", ", byName.keySet()));
      }
      chosen.add(fault);
    }
    return chosen;
  }
}
