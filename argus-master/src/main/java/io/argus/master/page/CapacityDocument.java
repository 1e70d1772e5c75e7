package io.argus.master.page;

import io.argus.core.page.PageQuery;
import io.argus.master.capacity.CapacityQuestion;
import io.argus.master.capacity.CapacitySearch;
import io.argus.master.capacity.TenantOperations;
import io.argus.master.status.History;
import io.argus.master.status.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The document {@code capacity.json}: how many servers meet every SLO, and what numbers of servers
 * would give.
 *
 * <p>Safe for use by any thread.
 */
final class CapacityDocument {
  private static final int MAX_SERVERS = 4096;
  private static final int MAX_NUMBERS = 16;

  private final History history;
  private final ComputedAnswers answers;

  CapacityDocument(History history, ComputedAnswers answers) {
    this.history = history;
    this.answers = answers;
  }

  /**
   * Parameters slo and add, TENANT:OPS separated by commas, servers, numbers separated by commas,
   * and extrapolate.
   */
  String toJson(Round now, PageQuery query) {
    List<TenantOperations> slos = TenantOperations.parse(query.parameter("slo").orElse(""));
    List<TenantOperations> added = TenantOperations.parse(query.parameter("add").orElse(""));
    List<Integer> servers = servers(query.parameter("servers").orElse(""));
    boolean extrapolates = query.parameter("extrapolate").isPresent();
    String question = "capacity " + new TreeMap<>(query.parameters());
    return answers.get(
        question,
        String.class,
        () ->
            CapacitySearch.answer(
                    known(now).withSlo(slos, added).on(servers).extrapolating(extrapolates))
                .toJson(now.takenMillis()));
  }

  private static List<Integer> servers(String text) {
    List<Integer> servers = new ArrayList<>();
    if (!text.isEmpty()) {
      String[] parts = text.split(",", -1);
      if (parts.length > MAX_NUMBERS) {
        throw new IllegalArgumentException(
            "servers are " + parts.length + " numbers: must be at most " + MAX_NUMBERS);
      }
      for (String part : parts) {
        servers.add(PageQuery.count("servers", part, MAX_SERVERS));
      }
    }
    return servers;
  }

  private CapacityQuestion known(Round now) {
    MeasuredTenants measured =
        new MeasuredTenants(now.models(), history, now.takenMillis(), answers.clockMillis());
    return new CapacityQuestion(
            now.models(), now.usage(), now.settings(), now.regions(), measured.points())
        .noting(measured.note());
  }
}
