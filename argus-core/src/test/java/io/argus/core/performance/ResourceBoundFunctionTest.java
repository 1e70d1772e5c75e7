package io.argus.core.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.argus.core.usage.MissRatioCurve;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResourceBoundFunctionTest {
  private static final double BLOCK = 64 << 10;
  private static final double CACHE = 215 << 20;

  private static ResourceBoundFunction.Builder builder() {
    return ResourceBoundFunction.builder()
        .otherLimit(20_000)
        .capacity(CACHE, 600 * BLOCK)
        .misses(1, 0.845, CACHE / 2)
        .hdfsBytes(BLOCK, 0);
  }

  @Test
  void foretellsTheIsolatedThroughputOfAUniformWorkloadFromHalfOfEverything() {
    // Measured: 341 ops/s with half of both resources, 832 with all.
    ResourceBoundFunction uniform = builder().keyRepeatRatio(0.007).build();
    assertThat(uniform.throughput(0.5, 0.5)).isCloseTo(355, within(1.0));
    assertThat(uniform.isolatedThroughput()).isCloseTo(832, within(0.05 * 832));
  }

  @Test
  void hasTheCliffOfAWorkingSetThatFits() {
    // Measured: 27,029 ops/s with .38 of the cache, 3,777 with .35.
    ResourceBoundFunction hot =
        builder().otherLimit(27_000).misses(1, 0, 0.38 * CACHE).keyRepeatRatio(0.66).build();
    assertThat(hot.throughput(0.38, 0.5)).isEqualTo(27_000);
    assertThat(hot.throughput(0.35, 0.5)).isCloseTo(3_777, within(0.02 * 3_777));
    assertThat(hot.throughput(0.1, 1)).isLessThan(1_000);
  }

  @Test
  void growsSlowerForSkewedAccessThanForUniformAndForSmallWorkingSets() {
    double[] misses = new double[3];
    double[] repeats = {0, 0.3, 0.9};
    for (int i = 0; i < 3; i++) {
      misses[i] = builder().keyRepeatRatio(repeats[i]).build().missesPerOperation(1);
    }
    assertThat(misses[0]).isCloseTo(0.69, within(1e-9));
    assertThat(misses[1]).isGreaterThan(misses[0]);
    assertThat(misses[2]).isEqualTo(misses[0]);
  }

  @Test
  void aTenantThatMovesNothingIsNotBoundByHdfs() {
    ResourceBoundFunction cached = builder().misses(0, 0, CACHE).build();
    assertThat(cached.throughput(0.1, 0)).isEqualTo(20_000);
  }

  @Test
  void bytesThatNoCacheSavesBindWhateverTheCache() {
    ResourceBoundFunction writer = builder().misses(0, 0, CACHE).hdfsBytes(BLOCK, 4_000).build();
    assertThat(writer.throughput(0, 0.5)).isEqualTo(0.5 * 600 * BLOCK / 4_000);
    assertThat(writer.throughput(1, 0.5)).isEqualTo(0.5 * 600 * BLOCK / 4_000);
  }

  @Test
  void neverFallsAndIsNeverNegativeNorNaN() {
    Random random = new Random(9);
    for (int round = 0; round < 500; round++) {
      double misses = random.nextDouble();
      ResourceBoundFunction function =
          builder()
              .otherLimit(1 + 50_000 * random.nextDouble())
              .misses(misses + random.nextInt(3), misses, 1 + CACHE * random.nextDouble())
              .hdfsBytes(BLOCK * random.nextDouble() + 1, random.nextInt(2) * 5_000)
              .keyRepeatRatio(random.nextDouble())
              .build();
      double c = random.nextDouble();
      double h = random.nextDouble();
      double here = function.throughput(c, h);
      assertThat(here).isGreaterThanOrEqualTo(0).isFinite();
      assertThat(function.throughput(Math.min(1, c + 0.1), h)).isGreaterThanOrEqualTo(here);
      assertThat(function.throughput(c, Math.min(1, h + 0.1))).isGreaterThanOrEqualTo(here);
    }
  }

  @Test
  void refusesFiguresThatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().otherLimit(Double.NaN).build())
        .withMessageContaining("limit of other resources is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().misses(0.5, 0.6, 1).build())
        .withMessageContaining("lookups per operation is 0.5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().capacity(CACHE, 0).build())
        .withMessageContaining("HDFS capacity is 0.0");
  }

  @Test
  void itsLeastHdfsShareIsThatWhichASearchFinds() {
    Random random = new Random(5);
    for (int i = 0; i < 2_000; i++) {
      double misses = random.nextDouble();
      ResourceBoundFunction function =
          ResourceBoundFunction.builder()
              .otherLimit(100 + random.nextInt(30_000))
              .capacity(200e6, 40e6)
              .misses(1, misses * misses, 20e6 + random.nextInt(180_000_000))
              .hdfsBytes(64 << 10, random.nextInt(3000))
              .keyRepeatRatio(random.nextDouble())
              .build();
      double cache = random.nextDouble();
      double wanted = function.isolatedThroughput() * 1.2 * random.nextDouble();
      if (Math.abs(wanted / function.throughput(cache, 1) - 1) < 0.005) {
        continue; // the search takes what is as good as reached
      }
      double searched =
          LeastShare.of(h -> function.throughput(cache, h), wanted, random.nextInt(2) * 0.3);
      double least = function.at(cache).shareFor(wanted, 0);
      assertThat(least).isCloseTo(searched, within(0.004 * searched + 1e-6));
      if (least <= 1) {
        assertThat(function.throughput(cache, least)).isGreaterThanOrEqualTo(wanted * 0.999);
      }
    }
  }

  @Test
  void theSearchFindsTheEdgeOfALevelFunction() {
    for (double edge : new double[] {0.01, 0.2, 0.5, 0.9}) {
      PerformanceFunction function = (c, h) -> 1000 * Math.min(1, h / edge);
      assertThat(function.at(1).shareFor(995, 0)).isCloseTo(edge, within(0.02 * edge));
      assertThat(function.at(1).shareFor(2000, 0)).isEqualTo(2);
    }
  }

  @Test
  void aCurveThatWasReadFollowsTheFiguresThatAreChecked() {
    double[] hits = new double[MissRatioCurve.STEPS];
    hits[10] = 80;
    ResourceBoundFunction written =
        builder().keyRepeatRatio(0.3).missRatioCurve(MissRatioCurve.of(hits, 20, 500)).build();
    Gson gson = new GsonBuilder().serializeSpecialFloatingPointValues().create();
    JsonObject json = gson.toJsonTree(written).getAsJsonObject();
    JsonObject curve = json.getAsJsonObject("curve");
    curve.addProperty("lookups", Double.POSITIVE_INFINITY);
    curve.addProperty("share", Double.NaN);
    ResourceBoundFunction read = gson.fromJson(json, ResourceBoundFunction.class).checked();
    assertThat(read.throughput(0.5, 0.5)).isEqualTo(written.throughput(0.5, 0.5));
    JsonArray many = curve.getAsJsonObject("curve").getAsJsonArray("hits");
    many.set(0, new JsonPrimitive(1e308));
    many.set(1, new JsonPrimitive(1e308));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> gson.fromJson(json, ResourceBoundFunction.class).checked())
        .withMessageContaining("miss-ratio curve");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().misses(1, 1, Double.MIN_VALUE).build())
        .withMessageContaining("cache capacity, in observed cache bytes");
  }
}
