package io.argus.hbase2.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.hbase2.Broken;
import io.argus.regionserver.TenantRequest;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.GivenCall;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class CallExecutorTest {
  private final CallExecutor executor =
      new CallExecutor(Broken.RegionServer.create(), new Configuration(false), 30);

  private static TenantRequest<CallRunner> request(RpcCall call) {
    return TenantRequest.of(
        new GivenCall(() -> call), TenantId.of("a"), RequestKind.GET, 1, 1, "region");
  }

  private static RpcCall call(long disconnectedMillis, long deadlineMillis) {
    return Broken.implementation(
        RpcCall.class,
        Map.of("disconnectSince", disconnectedMillis, "getDeadline", deadlineMillis));
  }

  @Test
  void aCallIsOfUseUntilItsDeadlineOrUntilItsClientHasGone() {
    assertThat(executor.usefulNanos(request(call(-1, Long.MAX_VALUE)))).isEqualTo(Long.MAX_VALUE);
    assertThat(executor.usefulNanos(request(call(5, Long.MAX_VALUE)))).isZero();
    long now = System.currentTimeMillis();
    assertThat(executor.usefulNanos(request(call(-1, now - 10)))).isNegative();
    assertThat(executor.usefulNanos(request(call(-1, now + 60_000))))
        .isBetween(TimeUnit.SECONDS.toNanos(50), TimeUnit.SECONDS.toNanos(60));
  }

  @Test
  void aCallThatHBaseDroppedWasNotAnswered() {
    for (boolean failed : new boolean[] {false, true}) {
      assertThat(GivenCall.isAnswered(GivenCall.ran(false, failed))).as("dropped").isFalse();
    }
    assertThat(GivenCall.isAnswered(GivenCall.ran(true, true))).as("by an exception").isFalse();
    assertThat(GivenCall.isAnswered(GivenCall.ran(true, false))).isTrue();
    TenantRequest<CallRunner> dropped = request(GivenCall.ran(false, false));
    executor.run(dropped);
    assertThat(executor.outcome(dropped).answered()).isFalse();
    TenantRequest<CallRunner> answered = request(GivenCall.ran(true, false));
    executor.run(answered);
    assertThat(executor.outcome(answered).answered()).isTrue();
  }

  @Test
  void whoIsSentAwayIsToldForHowLongAsByHBasesQuotas() {
    List<Object> answers = new ArrayList<>();
    RpcCall call =
        (RpcCall)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RpcCall.class},
                (proxy, method, arguments) -> {
                  answers.add(arguments[2]);
                  return null;
                });
    AtomicInteger dropped = new AtomicInteger();
    GivenCall runner = new GivenCall(() -> call, () -> {}, dropped::incrementAndGet);
    TenantRequest<CallRunner> request =
        TenantRequest.of(runner, TenantId.of("a"), RequestKind.MULTI, 100, 1, "region");

    assertThat(executor.operations(request)).isEqualTo(100);
    assertThat(executor.sendAway(request, TimeUnit.MILLISECONDS.toNanos(1_500))).isTrue();

    assertThat(dropped).hasValue(1);
    assertThat(answers)
        .singleElement()
        .isInstanceOfSatisfying(
            RpcThrottlingException.class,
            e -> {
              assertThat(e.getWaitInterval()).isEqualTo(1_500);
              assertThat(new RpcThrottlingException(e.getMessage()).getWaitInterval())
                  .as("what a client reads")
                  .isEqualTo(1_500);
            });
  }

  @Test
  void threadsThatComeAndGoUnderTheSameNameShareOneTaskOfHBases() throws InterruptedException {
    int before = TaskMonitor.get().getTasks().size();
    for (int i = 0; i < 20; i++) {
      Thread handler =
          new Thread(
              () -> executor.run(request(GivenCall.ran(true, false))), "CallExecutorTest-handler");
      handler.start();
      handler.join();
    }
    assertThat(TaskMonitor.get().getTasks()).hasSize(before + 1);
  }
}
