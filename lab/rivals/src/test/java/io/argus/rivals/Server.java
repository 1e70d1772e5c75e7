package io.argus.rivals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A server on a clock turned by hand: some handlers, tenants with ever so many clients. */
final class Server {
  private final AdmissionPolicy policy;
  private final Random random = new Random(1);
  private final Map<String, Double> bytesOf = new HashMap<>();
  private final Map<String, Double> served = new TreeMap<>();
  private final Deque<AdmissionPolicy.Admission> running = new ArrayDeque<>();
  private long nowNanos;

  Server(AdmissionPolicy policy) {
    this.policy = policy;
  }

  /** A tenant whose requests take that many bytes on average comes with its clients. */
  void clients(String tenant, int clients, double bytes) {
    bytesOf.put(tenant, bytes);
    for (int i = 0; i < clients; i++) {
      policy.arrived(tenant, nowNanos);
    }
  }

  /** Serves for a time; each millisecond that many requests at most. */
  Map<String, Double> serve(int millis, int perMilli) {
    served.clear();
    for (int i = 0; i < millis; i++) {
      nowNanos += 1_000_000;
      for (int j = 0; j < perMilli; j++) {
        AdmissionPolicy.Admission admission = policy.next(nowNanos);
        if (admission != null) {
          running.add(admission);
        }
      }
      while (!running.isEmpty()) {
        AdmissionPolicy.Admission admission = running.remove();
        double bytes = bytesOf.get(admission.tenant()) * (0.5 + random.nextDouble());
        policy.completed(admission, bytes);
        served.merge(admission.tenant(), bytes, Double::sum);
        policy.arrived(admission.tenant(), nowNanos);
      }
    }
    return served;
  }
}
