package io.argus.master.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.regions.Region;
import io.argus.master.regions.ServerGroups;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlacementSearchTest {
  private static final double READS_PER_SECOND = 600;

  private final List<TenantModel> models = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();
  private final Map<String, ServerCapacity> servers = new HashMap<>();
  private ServerGroups groups = ServerGroups.NONE;

  /**
   * What a tenant does on a server that serves some of its operations.
   *
   * @param working the parts of a server's cache that all of its data fills
   * @param most operations per second where HDFS does not limit it
   */
  private static PerformanceFunction truth(double working, double most, double demand) {
    return (c, h) -> {
      double misses = Math.max(0, 1 - c / (working * demand));
      double carried = h * READS_PER_SECOND;
      return misses * most <= carried ? most : carried / misses;
    };
  }

  private void up(String... names) {
    for (String name : names) {
      servers.put(name, ServerCapacity.UNKNOWN);
    }
  }

  /** Adds a tenant with regions of equal size, each given by its server. */
  private void tenant(String name, double working, double most, String... at) {
    Map<String, Double> demands = new TreeMap<>();
    for (int r = 0; r < at.length; r++) {
      demands.merge(at[r], 1.0 / at.length, Double::sum);
      regions.add(new Region(name + r, name, TenantId.of(name), at[r], 10));
    }
    models.add(model(name, working, most, false, demands, Double.NaN));
  }

  private static TenantModel model(
      String name,
      double working,
      double most,
      boolean demandLimited,
      Map<String, Double> demands,
      double isolatedThroughput) {
    List<PartModel> parts = new ArrayList<>();
    double isolated = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, Double> each : demands.entrySet()) {
      double demand = each.getValue();
      PerformanceFunction function = truth(working, demandLimited ? most * demand : most, demand);
      parts.add(
          new PartModel(
              each.getKey(), demand, new FunctionChoice("f", "", function, true), 1, 1, 1e6));
      isolated = Math.min(isolated, function.isolatedThroughput() / demand);
    }
    double given = Double.isNaN(isolatedThroughput) ? isolated : isolatedThroughput;
    return new TenantModel(
        TenantId.of(name),
        1,
        given,
        demandLimited,
        demandLimited ? most : given,
        1,
        parts.get(0).choice(),
        1,
        parts);
  }

  private PlacementQuestion question() {
    return new PlacementQuestion(models, regions, servers, groups, 40, 0.5);
  }

  private PlacementAdvice solve(double margin) {
    return new PlacementSearch(margin, 10).solve(question());
  }

  private Map<String, String> placedBy(PlacementAdvice advice) {
    Map<String, String> at = new HashMap<>();
    regions.forEach(region -> at.put(region.name(), region.server()));
    for (RegionMove move : advice.moves) {
      assertThat(at.put(move.region, move.to)).isEqualTo(move.from);
    }
    return at;
  }

  @Test
  void twoDiskBoundTenantsOnOneServerAreMovedApart() {
    up("x", "y");
    tenant("a", 10, 20_000, "x", "x");
    tenant("b", 10, 20_000, "x", "x");

    PlacementAdvice advice = solve(PlacementSearch.MARGIN);

    assertThat(advice.before.dScore()).isBetween(0.7, 0.8);
    assertThat(advice.after.dScore()).isGreaterThan(0.97);
    Map<String, String> at = placedBy(advice);
    assertThat(at.get("a0")).isEqualTo(at.get("a1")).isNotEqualTo(at.get("b0"));
    assertThat(at.get("b0")).isEqualTo(at.get("b1"));
    assertThat(advice.moves).hasSize(2);
    assertThat(advice.moves.get(0).why).isEqualTo("tenants a and b both need HDFS on x");
    assertThat(advice.reassessed.dScore()).isCloseTo(1, within(0.03));
  }

  @Test
  void regionsStayInTheGroupOfTheirTable() {
    up("x,1,1", "y,1,1", "z,1,1");
    tenant("a", 10, 20_000, "x,1,1", "x,1,1");
    tenant("b", 10, 20_000, "x,1,1", "x,1,1");
    assertThat(placedBy(solve(PlacementSearch.MARGIN)).values()).contains("z,1,1");

    groups =
        new ServerGroups(
            Map.of("x,1", "left", "y,1", "left"), Map.of("a", "left", "b", "left", "c", "other"));
    PlacementAdvice inGroup = solve(PlacementSearch.MARGIN);
    assertThat(inGroup.moves).hasSize(2);
    assertThat(placedBy(inGroup).values()).containsOnly("x,1,1", "y,1,1");
    assertThat(inGroup.groups)
        .isEqualTo(Map.of("default", List.of("z,1,1"), "left", List.of("x,1,1", "y,1,1")));

    groups = new ServerGroups(Map.of("x,1", "left"), Map.of("a", "left", "b", "left"));
    assertThat(solve(PlacementSearch.MARGIN).moves).isEmpty();
  }

  @Test
  void noMoveAndNoExchangeLeavesAGroup() {
    int moves = 0;
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      models.clear();
      regions.clear();
      up("w,1,1", "x,1,1", "y,1,1", "z,1,1");
      groups =
          new ServerGroups(
              Map.of("y,1", "right", "z,1", "right"), Map.of("c", "right", "d", "right"));
      for (String name : List.of("a", "b", "c", "d")) {
        String[] at = new String[4];
        for (int r = 0; r < at.length; r++) {
          at[r] = (name.compareTo("c") < 0 ? "wwwx" : "yyyz").charAt(random.nextInt(4)) + ",1,1";
        }
        tenant(name, 2 + 4 * random.nextDouble(), 5_000 + random.nextInt(15_000), at);
      }
      for (RegionMove move : solve(0).moves) {
        assertThat(groups.ofServer(move.to)).isEqualTo(groups.ofServer(move.from));
        moves++;
      }
    }
    assertThat(moves).isGreaterThan(3);
  }

  @Test
  void fewerMovesAreTheFirstOfMore() {
    up("x", "y");
    tenant("a", 10, 20_000, "x", "x");
    tenant("b", 10, 20_000, "x", "x");
    List<PlacementAdvice> byMoves = new PlacementSearch(0, 10).solveUpTo(question());
    assertThat(byMoves).hasSize(11);
    assertThat(byMoves.get(0).moves).isEmpty();
    for (int most = 0; most <= 10; most++) {
      List<RegionMove> moves = byMoves.get(most).moves;
      assertThat(moves).hasSizeLessThanOrEqualTo(most);
      assertThat(byMoves.get(10).moves.subList(0, moves.size())).isEqualTo(moves);
      assertThat(byMoves.get(most).after.dScore())
          .isGreaterThanOrEqualTo(byMoves.get(Math.max(0, most - 1)).after.dScore());
    }
    assertThat(byMoves.get(2).moves).hasSize(2);
  }

  @Test
  void anEvenClusterNeedsNoMove() {
    up("x", "y", "z");
    for (String name : List.of("a", "b", "c")) {
      tenant(name, 8, 20_000, "x", "y", "z");
    }
    PlacementAdvice advice = solve(PlacementSearch.MARGIN);

    assertThat(advice.moves).isEmpty();
    assertThat(advice.note).contains("no move gains");
    assertThat(advice.after).isSameAs(advice.before);
  }

  @Test
  void aTenantIsNotConcentratedToLookLessHurt() {
    up("x", "y");
    tenant("a", 10, 20_000, "x", "y");
    tenant("b", 10, 20_000, "x", "y");

    // Each on a server of its own, they would get as much as now, and less by themselves.
    assertThat(solve(PlacementSearch.MARGIN).moves).isEmpty();
  }

  @Test
  void noRegionMovesToAServerThatIsNotUp() {
    up("x");
    tenant("a", 10, 20_000, "x", "x");
    tenant("b", 10, 20_000, "x", "x");
    assertThat(solve(0).note).contains("one region server");
    tenant("c", 10, 20_000, "gone");
    assertThat(solve(0).moves).isEmpty();
  }

  @Test
  void demandMovesAlongAndIsServed() {
    up("x", "y");
    tenant("a", 10, 20_000, "x", "x");
    tenant("b", 10, 20_000, "y");
    // Asks for a third of what a server's disk carries.
    models.add(model("c", 10, 200, true, Map.of("x", 1.0), Double.NaN));
    regions.add(new Region("c0", "c", TenantId.of("c"), "x", 3));

    Placement moved = new Placement(question());
    moved = moved.moved(moved.regions.size() - 1, 1);

    var problem = moved.problem();
    var shares = problem.filled();
    int pair = problem.firstPair(2);
    assertThat(problem.servers().get(problem.server(pair))).isEqualTo("y");
    assertThat(problem.throughputLoss(pair, shares)).isLessThan(0.01);
    assertThat(problem.throughputLoss(problem.firstPair(1), shares)).isBetween(0.25, 0.4);
  }

  @Test
  void theSameQuestionHasTheSameAnswer() {
    random(new Random(5));
    String answer = solve(0).toJson(7);
    Collections.shuffle(regions, new Random(1));
    assertThat(solve(0).toJson(7)).isEqualTo(answer).startsWith("{\"version\":2,\"takenMillis\":7");
  }

  /** Three servers, two or three tenants, six regions. */
  private void random(Random random) {
    models.clear();
    regions.clear();
    up("x", "y", "z");
    int tenants = 2 + (random.nextInt(1000) % 2);
    for (int i = 0; i < tenants; i++) {
      String[] at = new String[6 / tenants];
      for (int r = 0; r < at.length; r++) {
        at[r] = random.nextInt(3) > 0 ? "x" : random.nextBoolean() ? "y" : "z";
      }
      tenant("t" + i, 0.5 + 10 * random.nextDouble(), 1_000 + random.nextInt(20_000), at);
    }
  }

  private static double best(Placement placement, int region) {
    if (region == placement.parts.length) {
      return new Evaluation(placement).score.dScore();
    }
    double best = 0;
    for (int s = 0; s < placement.servers.size(); s++) {
      Placement next = s == placement.serverOf[region] ? placement : placement.moved(region, s);
      best = Math.max(best, best(next, region + 1));
    }
    return best;
  }

  @Test
  @Tag("long")
  void isNearlyAsGoodAsTheBestOfAllPlacements() {
    double worst = 0;
    double gap = 0;
    int cases = 20;
    for (int seed = 0; seed < cases; seed++) {
      random(new Random(seed));
      double optimum = best(new Placement(question()), 0);
      double found = solve(0).after.dScore();
      worst = Math.max(worst, optimum - found);
      gap += Math.max(0, optimum - found) / cases;
      assertThat(found).as("seed %d", seed).isGreaterThan(optimum - 0.05);
    }
    System.out.printf("D below the best placement: worst %.3f, mean %.4f%n", worst, gap);
    assertThat(gap).isLessThan(0.01);
  }

  @Test
  void thePredictionIsWhatModelsOfTheNewPlacementSay() {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      up("x", "y");
      models.clear();
      regions.clear();
      List<TenantModel> anew = new ArrayList<>();
      double third = 1.0 / 3;
      for (String name : List.of("a", "b", "c", "d")) {
        double working = 2 + 4 * random.nextDouble();
        double most = 5_000 + random.nextInt(15_000);
        tenant(name, working, most, "x", "x", "y");
        boolean moves = name.compareTo("c") < 0;
        Map<String, Double> demands = new TreeMap<>();
        demands.put("x", moves ? third : 2 * third);
        demands.put("y", moves ? 2 * third : third);
        double isolated = models.get(models.size() - 1).isolatedThroughput();
        anew.add(model(name, working, most, false, demands, isolated));
      }
      Placement moved = new Placement(question()).moved(1, 1).moved(4, 1);
      double predicted = moved.score(1).dScore();
      PlacementQuestion question =
          new PlacementQuestion(anew, Collections.emptyList(), servers, groups, 40, 0.5);

      assertThat(predicted)
          .as("seed %d", seed)
          .isCloseTo(new Placement(question).score(1).dScore(), within(0.01));
    }
  }

  @Test
  @Tag("long")
  void aLargeClusterIsAnsweredInTime() {
    Random random = new Random(3);
    String[] names = new String[100];
    for (int s = 0; s < names.length; s++) {
      names[s] = String.format("rs%03d", s);
    }
    up(names);
    for (int i = 0; i < 50; i++) {
      String[] at = new String[20];
      for (int r = 0; r < at.length; r++) {
        at[r] = names[(int) (names.length * Math.pow(random.nextDouble(), 3))];
      }
      tenant(String.format("t%02d", i), 1 + 20 * random.nextDouble(), 20_000, at);
    }
    long begin = System.nanoTime();
    PlacementAdvice advice = solve(0);
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        "100 servers, 50 tenants, 1000 regions: %.1f s, D %.3f to %.3f with %d moves%n",
        seconds, advice.before.dScore(), advice.after.dScore(), advice.moves.size());
    assertThat(advice.after.dScore()).isGreaterThanOrEqualTo(advice.before.dScore());
    assertThat(seconds).isLessThan(60);
  }
}
