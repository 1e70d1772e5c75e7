package io.argus.master.page;

import io.argus.core.page.PageQuery;
import io.argus.core.tenant.TenantId;
import io.argus.master.capacity.CapacityQuestion;
import io.argus.master.capacity.CapacitySearch;
import io.argus.master.capacity.MeasuredPoint;
import io.argus.master.capacity.TenantOperations;
import io.argus.master.model.TenantModel;
import io.argus.master.status.ClusterSnapshot;
import io.argus.master.status.StatusBoard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The document {@code capacity.json}: how many servers keep every promise, and what numbers of
 * servers would give. One search runs at a time.
 *
 * <p>Safe for use by any thread.
 */
final class CapacityDocument {
  private static final int MOST_SERVERS = 4096;

  private final StatusBoard board;

  CapacityDocument(StatusBoard board) {
    this.board = board;
  }

  /**
   * Parameters promise and add, TENANT:OPS separated by commas, servers, numbers separated by
   * commas, and extrapolate.
   */
  String toJson(PageQuery query) {
    List<TenantOperations> promises = TenantOperations.parse(query.parameter("promise").orElse(""));
    List<TenantOperations> added = TenantOperations.parse(query.parameter("add").orElse(""));
    List<Integer> servers = servers(query.parameter("servers").orElse(""));
    boolean extrapolates = query.parameter("extrapolate").isPresent();
    synchronized (this) {
      ClusterSnapshot now = board.snapshot();
      return CapacitySearch.answer(
              known(now).promising(promises, added).on(servers).extrapolating(extrapolates))
          .toJson(now.takenMillis());
    }
  }

  private static List<Integer> servers(String text) {
    List<Integer> servers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!text.isEmpty()) {
        servers.add(number(part));
      }
    }
    return servers;
  }

  private static int number(String text) {
    try {
      int servers = Integer.parseInt(text);
      if (servers >= 1 && servers <= MOST_SERVERS) {
        return servers;
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException("servers is '" + text + "': must be 1.." + MOST_SERVERS);
  }

  private CapacityQuestion known(ClusterSnapshot now) {
    Map<TenantId, List<MeasuredPoint>> measured = new HashMap<>();
    for (TenantModel model : now.models()) {
      double[][] minutes = board.history().minutes(model.tenant().name());
      measured.put(model.tenant(), MeasuredPoint.of(minutes[0], minutes[1], minutes[2]));
    }
    return new CapacityQuestion(
        now.models(), now.usage(), now.settings(), board.regions(), measured);
  }
}
