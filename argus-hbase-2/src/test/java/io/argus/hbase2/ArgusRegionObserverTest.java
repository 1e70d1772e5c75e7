package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the observer tells I/O admission, with the one place at HDFS taken by another tenant. */
@Timeout(30)
class ArgusRegionObserverTest {
  private static final Map<String, String> ONE_PLACE =
      Map.of("argus.io.concurrency.limit", "1", "argus.io.wait.limit", "600000");

  /** Runs calls that are pieces of code. */
  private static final class Runner implements RequestRunner<TenantRequest<Runnable>> {
    @Override
    public void run(TenantRequest<Runnable> request) {
      request.call().run();
    }

    @Override
    public void drop(TenantRequest<Runnable> request) {}
  }

  @SuppressWarnings("unchecked")
  private final RegionServerNode<TableName, Runnable> node =
      new RegionServerNode<>(
          Settings.read(ONE_PLACE::get),
          4,
          Broken.implementation(
              TableDirectory.class, Map.of("fallback", TenantMapping.Fallback.NAMESPACE)),
          () -> 0,
          new Runner());

  private final ArgusRegionObserver observer = new ArgusRegionObserver();
  private final Semaphore disk = new Semaphore(0);

  @BeforeEach
  void takeThePlaceAtHdfs() throws InterruptedException {
    Broken.set(observer, ArgusRegionObserver.class, "requests", node.requests());
    node.requests().scheduler().start("test");
    CountDownLatch reads = new CountDownLatch(1);
    offer(
        "first",
        RequestKind.GET,
        () -> {
          io().beforeRead(null);
          reads.countDown();
          disk.acquireUninterruptibly();
        });
    assertThat(reads.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void stop() {
    disk.release();
    node.requests().scheduler().stop();
  }

  private IoAdmission io() {
    return node.requests().scheduler().io();
  }

  private void offer(String tenant, RequestKind kind, Runnable call) {
    assertThat(
            node.requests()
                .offer(
                    TenantRequest.of(call, TenantId.of(tenant), kind, 1, 1, "region"),
                    100,
                    TableTenants.Users.unknown()))
        .isTrue();
  }

  private void requireNoWaitAfter(RequestKind kind, Runnable takesLocks) throws Exception {
    CountDownLatch hasRead = new CountDownLatch(1);
    CountDownLatch readAgain = new CountDownLatch(1);
    offer(
        "second",
        kind,
        () -> {
          takesLocks.run();
          io().beforeRead(null);
          io().afterRead();
          hasRead.countDown();
          observer.postBatchMutateIndispensably(null, null, true);
          io().beforeRead(null);
          readAgain.countDown();
        });
    assertThat(hasRead.await(20, TimeUnit.SECONDS)).as("it waits with locks held").isTrue();
    while (waiting() == 0) {
      assertThat(readAgain.getCount()).as("it holds none any more").isOne();
      Thread.sleep(1);
    }
    disk.release();
    assertThat(readAgain.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private int waiting() {
    return node.requests().scheduler().snapshot().stream()
        .mapToInt(each -> each.waitingForHdfs())
        .sum();
  }

  /** A scan that deletes what it finds, as Phoenix's do, gets rows for its indexes meanwhile. */
  @Test
  void aScanThatWritesDoesNotWaitWhileItsBatchHoldsRowLocks() throws Exception {
    requireNoWaitAfter(RequestKind.SCAN, () -> observer.preBatchMutate(null, null));
  }

  @Test
  void aBatchDoesNotWaitAsHBaseLooksForWhatItDeletes() throws Exception {
    requireNoWaitAfter(RequestKind.MULTI, () -> observer.preDelete(null, null, null));
  }

  @Test
  void anEndpointThatIncrementsOrAppendsDoesNotWaitAsHBaseReads() throws Exception {
    requireNoWaitAfter(RequestKind.OTHER, () -> observer.preIncrement(null, null, null));
  }
}
