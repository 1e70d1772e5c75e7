package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.ClosedLoop;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes of a tenant at the reads from HDFS. */
class IoClassesTest {
  private static final long BLOCK = 64 << 10;
  private static final long MILLI = 1_000_000;

  private final IoPolicy policy =
      IoPolicy.of(ClosedLoop.settings("argus.io.concurrency.limit", "8"));
  private final IoSchedule schedule = new IoSchedule(policy, 0);
  private final IoAdmission admission = new IoAdmission(policy, () -> 0, () -> 0, new Faults());
  private final IoTenant shop = schedule.add(TenantId.of("shop"));
  private final IoTenant.RequestClass batch = shop.newClass();
  private final Random random = new Random(3);
  private long now;

  IoClassesTest() {
    schedule.share(shop, 1, 1);
    shop.weigh(batch, 1 / 9.0);
  }

  private IoRequest enter(IoTenant tenant, IoTenant.RequestClass of) {
    IoRequest request = new IoRequest(admission, Thread.currentThread(), HandlerSlot.NONE);
    request.begin(tenant, of, RequestKind.GET, 0);
    schedule.enter(request, now);
    return request;
  }

  /** Lets closed-loop clients read; returns the bytes of each class. */
  private Map<IoTenant.RequestClass, Double> read(
      int reads, long greatest, Map<IoTenant.RequestClass, Integer> clients) {
    Map<IoTenant.RequestClass, IoTenant> tenants = new HashMap<>();
    clients.forEach(
        (of, count) -> {
          IoTenant tenant =
              schedule.tenants().stream()
                  .filter(each -> each.defaultClass() == of)
                  .findFirst()
                  .orElse(shop);
          tenants.put(of, tenant);
          for (int i = 0; i < count; i++) {
            enter(tenant, of);
          }
        });
    Map<IoTenant.RequestClass, Double> bytes = new HashMap<>();
    ArrayDeque<IoRequest> reading = new ArrayDeque<>();
    for (int i = 0; i < reads; i++) {
      for (IoRequest next = schedule.grant(now); next != null; next = schedule.grant(now)) {
        reading.add(next);
      }
      now += MILLI;
      IoRequest ended = reading.remove();
      long size = BLOCK / 2 + (long) (random.nextDouble() * (greatest - BLOCK / 2));
      bytes.merge(ended.ioClass(), (double) size, Double::sum);
      schedule.leave(ended, size, now);
      enter(tenants.get(ended.ioClass()), ended.ioClass());
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"50, 50, 1", "20, 200, 1", "200, 20, 4", "12, 12, 16"})
  void classesReadInProportionToTheirWeights(int clients, int clientsOfBatch, int blocks) {
    Map<IoTenant.RequestClass, Double> bytes =
        read(20_000, blocks * BLOCK, Map.of(shop.defaultClass(), clients, batch, clientsOfBatch));

    double part = bytes.get(batch) / (bytes.get(batch) + bytes.get(shop.defaultClass()));
    assertThat(part).isCloseTo(0.1, within(0.005));
  }

  @Test
  void classesDivideTheReadsOfTheirTenantAndNothingElse() {
    IoTenant other = schedule.add(TenantId.of("other"));
    schedule.share(other, 0.5, 0.5);
    schedule.share(shop, 0.5, 0.5);

    Map<IoTenant.RequestClass, Double> bytes =
        read(20_000, BLOCK, Map.of(shop.defaultClass(), 50, batch, 50, other.defaultClass(), 50));

    double all = bytes.values().stream().mapToDouble(each -> each).sum();
    assertThat(bytes.get(other.defaultClass()) / all).isCloseTo(0.5, within(0.025));
    assertThat(bytes.get(batch) / all).isCloseTo(0.05, within(0.0025));
  }

  @Test
  void whatAClassDoesNotReadGoesToTheOthers() {
    shop.weigh(batch, 0.001);
    assertThat(read(1_000, BLOCK, Map.of(batch, 10))).containsOnlyKeys(batch);
    assertThat(schedule.waiting() + schedule.atHdfs()).isEqualTo(10);
  }

  @Test
  void noClassStarvesHoweverSmallItsWeight() {
    shop.weigh(batch, 0.001);
    Map<IoTenant.RequestClass, Double> bytes =
        read(50_000, BLOCK, Map.of(shop.defaultClass(), 20, batch, 20));
    double part = bytes.get(batch) / (bytes.get(batch) + bytes.get(shop.defaultClass()));
    assertThat(part).isCloseTo(0.001, within(0.0005));
  }

  @Test
  void aClassThatReadsLittleIsNextWhenItComes() {
    List<IoRequest> reading = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      enter(shop, batch);
    }
    for (int i = 0; i < 8; i++) {
      reading.add(schedule.grant(now));
    }
    for (int i = 0; i < 20; i++) {
      IoRequest get = enter(shop, shop.defaultClass());
      assertThat(schedule.grant(now)).as("none is free").isNull();
      now += MILLI;
      schedule.leave(reading.remove(0), BLOCK, now);
      assertThat(schedule.grant(now)).isSameAs(get);
      now += MILLI;
      schedule.leave(get, BLOCK, now);
      reading.add(schedule.grant(now));
    }
  }

  @Test
  void requestsThatWaitAsTheTenantIsDividedAreNotLost() {
    IoTenant late = schedule.add(TenantId.of("late"));
    schedule.share(late, 0.5, 0.5);
    List<IoRequest> before = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      before.add(enter(late, late.defaultClass()));
    }
    IoTenant.RequestClass added = late.newClass();
    IoRequest after = enter(late, added);
    List<IoRequest> granted = new ArrayList<>();
    while (granted.size() < 21) {
      IoRequest next = schedule.grant(now);
      granted.add(next);
      now += MILLI;
      schedule.leave(next, BLOCK, now);
    }
    assertThat(granted).contains(after).containsAll(before);
    assertThat(schedule.waiting()).isZero();
  }
}
