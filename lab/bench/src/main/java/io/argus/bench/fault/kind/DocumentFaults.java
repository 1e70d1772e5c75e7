package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Nodes of Argus that hold what nobody can read, and storms of what everybody can. Stateless. */
final class DocumentFaults {
  private static final int ROUNDS = 10;
  private static final int OVERSIZED_BYTES = 950_000;
  private static final int RUBBISH_BYTES = 3_000;
  private static final int STORM = 100;
  private static final long ROUND_MILLIS = 1000;
  private static final long STORM_MILLIS = 100;

  /** What master or operators write, beside what is there. */
  private static final List<String> OWN =
      List.of("plan", "pin", "settings", "catalogue", "status", "alive");

  private DocumentFaults() {}

  static List<Fault> all() {
    byte[] rubbish = new byte[RUBBISH_BYTES];
    new SplittableRandom(1).nextBytes(rubbish);
    byte[] large = new byte[OVERSIZED_BYTES];
    Arrays.fill(large, (byte) '[');
    return List.of(
        rubbish("corrupt-documents", "random bytes", rubbish),
        rubbish(
            "damaged-documents",
            "JSON of something else",
            "{\"version\":-1,\"tenants\":[{\"a\":NaN}],\"mode\":{}}"
                .getBytes(StandardCharsets.UTF_8)),
        rubbish("empty-documents", "nothing", new byte[0]),
        rubbish("oversized-documents", OVERSIZED_BYTES / 1000 + " KB of open brackets", large),
        new Fault(
                "storm-settings",
                STORM + " changes of settings in 10 s, among them off and on",
                2,
                DocumentFaults::stormOfSettings,
                DocumentFaults::heal)
            .where(DocumentFaults::needsArgus),
        new Fault(
                "storm-plans",
                STORM + " changes of the pinned shares in 10 s",
                2,
                DocumentFaults::stormOfPlans,
                DocumentFaults::heal)
            .where(DocumentFaults::needsArgus));
  }

  private static Fault rubbish(String name, String what, byte[] data) {
    return new Fault(
            name,
            "every node of Argus holds " + what + ", written each second for 10 s",
            2,
            site -> {
              for (int round = 0; round < ROUNDS; round++) {
                for (String document : site.documents().names()) {
                  site.documents().write(document, data);
                }
                for (String document : OWN) {
                  site.documents().write(document, data);
                }
                Thread.sleep(ROUND_MILLIS);
              }
            },
            DocumentFaults::heal)
        .where(DocumentFaults::needsArgus);
  }

  private static void stormOfSettings(FaultSite site) throws IOException, InterruptedException {
    String[] modes = {"off", "observe", "enforce"};
    for (int i = 0; i < STORM; i++) {
      site.documents().change(Map.of("argus.mode", modes[i % modes.length]));
      Thread.sleep(STORM_MILLIS);
    }
  }

  private static void stormOfPlans(FaultSite site) throws IOException, InterruptedException {
    for (int i = 0; i < STORM; i++) {
      double first = 0.1 + 0.8 * (i % 9) / 8;
      site.documents().pin(Map.of("tenanta", first, "tenantb", 1 - first));
      Thread.sleep(STORM_MILLIS);
    }
  }

  /** Deletes what only operators write; servers write the rest again. */
  private static void heal(FaultSite site) throws IOException, InterruptedException {
    for (String document : List.of("pin", "settings", "catalogue")) {
      site.documents().delete(document);
    }
  }

  private static Optional<String> needsArgus(FaultSite site) {
    return site.hasArgus() ? Optional.empty() : Optional.of("stock HBase has no such nodes");
  }
}
