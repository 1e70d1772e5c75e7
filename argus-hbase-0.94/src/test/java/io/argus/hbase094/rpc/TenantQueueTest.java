package io.argus.hbase094.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.RequestKind;
import io.argus.hbase094.InMemoryDocuments;
import io.argus.hbase094.OldJava;
import io.argus.hbase094.hdfs.ThreadHdfsBytes;
import io.argus.hbase094.server.HBaseTables;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.client.Action;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.MultiAction;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.ipc.GivenCall;
import org.apache.hadoop.hbase.regionserver.GivenServer;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.IntWritable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenant, kind and queue of a call. */
@Timeout(30)
class TenantQueueTest {
  private static final byte[] ORDERS = Bytes.toBytes("orders");
  private static final byte[] ROW = Bytes.toBytes("row");

  private static final int STOCK_LENGTH = 5;

  private RegionServerNode<String, ArgusCall> node;
  private CallReader reader;
  private TenantQueue queue;

  @BeforeEach
  void create() {
    OldJava.pretend();
    node =
        new RegionServerNode<>(
            Settings.defaults(),
            1,
            new HBaseTables(),
            ThreadHdfsBytes::readByThisThread,
            new HandlerCalls());
    HRegionServer server = GivenServer.create();
    reader = new CallReader(server, node.tenants());
    queue = new TenantQueue(node, server, STOCK_LENGTH);
    node.requests().scheduler().startWithHostThreads("test");
  }

  @AfterEach
  void stop() {
    node.requests().scheduler().stop();
  }

  private void requireTenants(ArgusCall call, RequestKind kind, int operations, boolean hasKey) {
    TenantRequest<ArgusCall> request = reader.read(call);
    assertThat(request.tenant()).isEqualTo(TenantId.of("orders"));
    assertThat(request.kind()).isEqualTo(kind);
    assertThat(request.operations()).isEqualTo(operations);
    assertThat(request.keyHash() != TenantRequest.NO_KEY).isEqualTo(hasKey);
    assertThat(request.call()).isSameAs(call);
  }

  private void requireDirect(ArgusCall call) {
    assertThat(reader.read(call).tenant()).isNull();
  }

  @Test
  void readsAndWritesOfARowBelongToTheTenantOfItsTable() {
    requireTenants(GivenCall.of("get", ORDERS, new Get(ROW)), RequestKind.GET, 1, true);
    requireTenants(GivenCall.of("exists", ORDERS, new Get(ROW)), RequestKind.GET, 1, true);
    requireTenants(GivenCall.of("put", ORDERS, new Put(ROW)), RequestKind.WRITE, 1, true);
    requireTenants(GivenCall.of("delete", ORDERS, new Delete(ROW)), RequestKind.WRITE, 1, true);
    requireTenants(
        GivenCall.of("increment", ORDERS, new Increment(ROW)), RequestKind.WRITE, 1, true);
    requireTenants(GivenCall.of("getClosestRowBefore", ORDERS, ROW, ROW), RequestKind.GET, 1, true);
    requireTenants(
        GivenCall.of("put", ORDERS, List.of(new Put(ROW), new Put(ROW))),
        RequestKind.MULTI,
        2,
        false);
  }

  private static ArgusCall multi(Row... actions) {
    MultiAction<Object> multi = new MultiAction<>();
    for (int i = 0; i < actions.length; i++) {
      multi.add(ORDERS, new Action<>(ORDERS, actions[i], i));
    }
    return GivenCall.of("multi", multi);
  }

  @Test
  void aMultiOfOneIsWhatItsOneActionIs() {
    requireTenants(multi(new Put(ROW)), RequestKind.WRITE, 1, true);
    requireTenants(multi(new Get(ROW)), RequestKind.GET, 1, true);
    requireTenants(multi(new Get(ROW), new Get(ORDERS)), RequestKind.GET, 2, false);
    requireTenants(multi(new Get(ROW), new Put(ORDERS)), RequestKind.MULTI, 2, false);
    requireTenants(multi(new Get(ROW), new Increment(ORDERS)), RequestKind.WRITE, 2, false);
    requireDirect(multi());
  }

  /** The client has not noticed that some regions have moved. */
  @Test
  void aMultiBelongsToTheTenantOfTheFirstRegionThatIsHere() {
    byte[] gone = Bytes.toBytes("gone");
    MultiAction<Object> multi = new MultiAction<>();
    multi.add(gone, new Action<>(gone, new Get(ROW), 0));
    multi.add(ORDERS, new Action<>(ORDERS, new Get(ROW), 1));
    requireTenants(GivenCall.of("multi", multi), RequestKind.GET, 2, false);
    MultiAction<Object> moved = new MultiAction<>();
    moved.add(gone, new Action<>(gone, new Get(ROW), 0));
    moved.add(gone, new Action<>(gone, new Get(ROW), 1));
    requireDirect(GivenCall.of("multi", moved));
  }

  @Test
  void aScanBelongsToTheTenantOfItsTable() {
    requireTenants(GivenCall.of("openScanner", ORDERS, new Scan(ROW)), RequestKind.SCAN, 1, true);
  }

  @Test
  void whatIsNoTenantsGoesDirect() {
    requireDirect(GivenCall.of("get", Bytes.toBytes(".META."), new Get(ROW)));
    requireDirect(GivenCall.of("get", Bytes.toBytes("gone"), new Get(ROW)));
    requireDirect(GivenCall.of("getHServerInfo"));
    requireDirect(GivenCall.of("unlockRow", ORDERS, 7L));
    requireDirect(GivenCall.of(new IntWritable(1)));
  }

  @Test
  void handlersTakeWhatWasPutDirectCallsFirst() throws InterruptedException {
    ArgusCall get = GivenCall.of("get", ORDERS, new Get(ROW));
    ArgusCall direct = GivenCall.of("getHServerInfo");
    queue.put(get);
    queue.put(direct);
    assertThat(queue.length()).isEqualTo(2);
    assertThat(queue.take()).isSameAs(direct);
    assertThat(queue.take()).isSameAs(get);
    assertThat(queue.length()).isZero();
    assertThat(node.requests().scheduler().running()).isEqualTo(1);
  }

  private void mode(String mode) {
    InMemoryDocuments documents = new InMemoryDocuments();
    documents.write(
        "settings",
        ("{\"version\":1,\"values\":{\"argus.mode\":\"" + mode + "\"},\"log\":[]}")
            .getBytes(StandardCharsets.UTF_8));
    node.link().followPlan(documents);
  }

  /** A reader thread of HBase that has read one call more than the queue holds. */
  private Thread readerOfOneTooMany() throws InterruptedException {
    for (int i = 0; i < STOCK_LENGTH; i++) {
      queue.put(GivenCall.of("get", ORDERS, new Get(ROW)));
    }
    Thread waiting =
        new Thread(
            () -> {
              try {
                queue.put(GivenCall.of("get", ORDERS, new Get(ROW)));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      assertThat(waiting.isAlive()).as("it waits").isTrue();
      Thread.sleep(1);
    }
    assertThat(queue.length()).isEqualTo(STOCK_LENGTH);
    return waiting;
  }

  @Test
  void whileOffReadersWaitForRoomAsWithHBasesOwnQueue() throws InterruptedException {
    mode("off");
    Thread waiting = readerOfOneTooMany();
    queue.take();
    waiting.join();
    assertThat(queue.length()).isEqualTo(STOCK_LENGTH);
  }

  @Test
  void switchedOnReadersGoOn() throws InterruptedException {
    mode("off");
    Thread waiting = readerOfOneTooMany();
    mode("enforce");
    waiting.join();
    assertThat(queue.length()).isEqualTo(STOCK_LENGTH + 1);
  }

  @Test
  void whileOffCallsRunInTheOrderInWhichTheyCame() throws InterruptedException {
    ArgusCall queued = GivenCall.of("get", ORDERS, new Get(ROW));
    queue.put(queued);
    mode("off");
    assertThat(node.requests().schedules()).isFalse();
    ArgusCall get = GivenCall.of("get", ORDERS, new Get(ROW));
    queue.put(get);
    assertThat(queue.take()).isSameAs(get);
    assertThat(queue.take()).isSameAs(queued);
  }

  @Test
  void aCallThatCannotBeReadRunsAsNobodys() throws InterruptedException {
    ArgusCall call = GivenCall.of("get", Bytes.toBytes("broken"), new Get(ROW));
    queue.put(call);
    assertThat(queue.take()).isSameAs(call);
    ComponentStatus component =
        node.components().statuses().stream()
            .filter(status -> status.is(Component.SCHEDULER))
            .findAny()
            .orElseThrow();
    assertThat(component.isActive()).isTrue();
    assertThat(component.reason()).contains("1 fault", "injected");
  }
}
