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
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.handler.TenantSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    queue = new TenantQueue(node, server, 1, STOCK_LENGTH);
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
  void whetherACallIsOnOneRowIsKnownBeforeItIsRead() {
    for (ArgusCall call :
        List.of(
            GivenCall.of("get", ORDERS, new Get(ROW)),
            GivenCall.of("put", ORDERS, new Put(ROW)),
            GivenCall.of("put", ORDERS, List.of(new Put(ROW), new Put(ROW))),
            GivenCall.of("increment", ORDERS, new Increment(ROW)),
            GivenCall.of("getClosestRowBefore", ORDERS, ROW, ROW),
            GivenCall.of("openScanner", ORDERS, new Scan(ROW)),
            multi(new Put(ROW)),
            multi(new Get(ROW), new Get(ORDERS)))) {
      TenantRequest<ArgusCall> read = reader.read(call);
      assertThat(CallReader.isOnRow(call))
          .as("%s", call.invocation())
          .isEqualTo(read.keyHash() != TenantRequest.NO_KEY && read.kind() != RequestKind.SCAN);
    }
    assertThat(CallReader.isOnRow(GivenCall.of("getHServerInfo"))).isFalse();
    assertThat(CallReader.isOnRow(GivenCall.of(new IntWritable(1)))).isFalse();
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

  /** One of HBase's handlers: takes a call each time it is told to. */
  private final class Handler extends Thread {
    private final Semaphore told = new Semaphore(0);
    private volatile boolean asks;
    final BlockingQueue<ArgusCall> taken = new LinkedBlockingQueue<>();

    Handler() {
      setDaemon(true);
      start();
    }

    ArgusCall take() throws InterruptedException {
      told.release();
      return taken.take();
    }

    /** Returns once it waits for a call. */
    void await() throws InterruptedException {
      told.release();
      while (!asks || (getState() != State.TIMED_WAITING && getState() != State.WAITING)) {
        Thread.sleep(1);
      }
    }

    @Override
    public void run() {
      try {
        while (true) {
          told.acquire();
          asks = true;
          taken.add(queue.take());
          asks = false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static ArgusCall get() {
    return GivenCall.of("get", ORDERS, new Get(ROW));
  }

  /** A handler of those that HBase would have, which runs a call. */
  private Handler busyHandler() throws InterruptedException {
    Handler handler = new Handler();
    handler.await();
    queue.put(get());
    handler.taken.take();
    return handler;
  }

  /** A reader thread of HBase that has read one call more than the queue holds. */
  private Thread readerOfOneTooMany() throws InterruptedException {
    for (int i = 0; i < STOCK_LENGTH; i++) {
      queue.put(get());
    }
    Thread waiting =
        new Thread(
            () -> {
              try {
                queue.put(get());
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

  @ParameterizedTest
  @ValueSource(strings = {"off", "observe"})
  void unlessEnforcedReadersWaitForRoomAsWithHBasesOwnQueue(String mode)
      throws InterruptedException {
    mode(mode);
    Handler handler = busyHandler();
    Thread waiting = readerOfOneTooMany();
    handler.take();
    waiting.join();
    assertThat(queue.length()).isEqualTo(STOCK_LENGTH);
  }

  /** The handlers that HBase would have may be busy for long. */
  @ParameterizedTest
  @ValueSource(strings = {"off", "observe"})
  void switchedOnReadersGoOnAndSoDoesWhatHasArrived(String mode) throws InterruptedException {
    mode(mode);
    busyHandler();
    Thread waiting = readerOfOneTooMany();
    mode("enforce");
    waiting.join();
    assertThat(queue.length()).isEqualTo(STOCK_LENGTH + 1);
    queue.put(get());
    for (int i = 0; i < STOCK_LENGTH + 2; i++) {
      queue.take();
    }
    assertThat(queue.length()).isZero();
  }

  /** Its handlers wait in the scheduler, or come back from there, as calls arrive. */
  @ParameterizedTest
  @ValueSource(strings = {"off", "observe"})
  void switchedOffTheHandlersOfHBaseServeWhatArrives(String mode) throws InterruptedException {
    List<Handler> handlers = List.of(new Handler(), new Handler());
    for (Handler each : handlers) {
      each.await();
    }
    mode(mode);
    ArgusCall first = get();
    queue.put(first);
    Handler woken = await(() -> handlers.stream().filter(each -> !each.taken.isEmpty()));
    assertThat(woken.taken.take()).isSameAs(first);
    woken.await();
    for (int i = 0; i < STOCK_LENGTH; i++) {
      ArgusCall next = get();
      queue.put(next);
      assertThat(woken.taken.take()).isSameAs(next);
      woken.await();
    }
    assertThat(handlers.stream().mapToInt(each -> each.taken.size()).sum()).isZero();
  }

  private static <T> T await(Supplier<Stream<T>> found) throws InterruptedException {
    while (true) {
      Optional<T> now = found.get().findAny();
      if (now.isPresent()) {
        return now.get();
      }
      Thread.sleep(1);
    }
  }

  @Test
  void noCallIsLeftBehindAsTheModeChanges() throws InterruptedException {
    int calls = 2_000;
    List<Thread> readers = new ArrayList<>();
    Set<ArgusCall> put = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 2; i++) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  for (int call = 0; call < calls; call++) {
                    ArgusCall next = get();
                    put.add(next);
                    while (queue.length() > 2 * STOCK_LENGTH) {
                      Thread.yield(); // a tenant's queue in the scheduler has a limit
                    }
                    queue.put(next);
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      reader.start();
      readers.add(reader);
    }
    List<Handler> handlers = new ArrayList<>();
    for (int i = 0; i < TenantScheduler.hostThreads(Settings.defaults(), 1); i++) {
      Handler handler = new Handler();
      handler.told.release(Integer.MAX_VALUE);
      handlers.add(handler);
    }
    List<String> modes = List.of("enforce", "observe", "off");
    for (int i = 0; readers.stream().anyMatch(Thread::isAlive); i++) {
      mode(modes.get(i % modes.size()));
      Thread.sleep(i % 10);
    }
    await(() -> Stream.of(queue.length()).filter(length -> length == 0));
    await(
        () ->
            Stream.of(handlers.stream().mapToInt(each -> each.taken.size()).sum())
                .filter(taken -> taken >= 2 * calls));
    List<ArgusCall> taken = new ArrayList<>();
    handlers.forEach(each -> each.taken.drainTo(taken));
    assertThat(taken).hasSize(2 * calls);
    assertThat(put).containsAll(taken);
    assertThat(new HashSet<>(taken)).hasSize(2 * calls);
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
  void whileObservingCallsRunInTheOrderInWhichTheyCameAndAreCounted() throws InterruptedException {
    mode("observe");
    ArgusCall get = GivenCall.of("get", ORDERS, new Get(ROW));
    ArgusCall direct = GivenCall.of("getHServerInfo");
    ArgusCall put = GivenCall.of("put", ORDERS, new Put(ROW));
    queue.put(get);
    queue.put(direct);
    queue.put(put);
    assertThat(orders().queueLength()).isEqualTo(2);
    assertThat(queue.take()).isSameAs(get);
    assertThat(currentTenant()).isEqualTo(TenantId.of("orders"));
    assertThat(queue.take()).isSameAs(direct);
    assertThat(currentTenant()).as("of a call that is no tenant's").isNull();
    assertThat(orders().requests()).isEqualTo(1);
    assertThat(queue.take()).isSameAs(put);
    assertThat(orders().queueLength()).isZero();
    assertThat(node.requests().scheduler().running()).as("handler slots in use").isZero();

    mode("enforce");
    queue.put(get);
    assertThat(queue.take()).isSameAs(get);
    assertThat(currentTenant()).isEqualTo(TenantId.of("orders"));
    assertThat(node.requests().scheduler().running()).isEqualTo(1);
    assertThat(orders().requests()).as("the one that runs, too").isEqualTo(3);
  }

  private TenantSnapshot orders() {
    return node.requests().scheduler().snapshot().stream()
        .filter(tenant -> tenant.tenant().equals(TenantId.of("orders")))
        .findAny()
        .orElseThrow();
  }

  private @Nullable TenantId currentTenant() {
    return node.requests().scheduler().io().currentTenant();
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
