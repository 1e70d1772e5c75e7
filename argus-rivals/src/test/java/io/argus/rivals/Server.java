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
  private final Deque<AdmissionPolicy.Turn> running = new ArrayDeque<>();
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
        AdmissionPolicy.Turn turn = policy.next(nowNanos);
        if (turn != null) {
          running.add(turn);
        }
      }
      while (!running.isEmpty()) {
        AdmissionPolicy.Turn turn = running.remove();
        double bytes = bytesOf.get(turn.tenant()) * (0.5 + random.nextDouble());
        policy.completed(turn, bytes);
        served.merge(turn.tenant(), bytes, Double::sum);
        policy.arrived(turn.tenant(), nowNanos);
      }
    }
    return served;
  }
}
