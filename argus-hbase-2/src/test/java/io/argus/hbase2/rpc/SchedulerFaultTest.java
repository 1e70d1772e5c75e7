package io.argus.hbase2.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import io.argus.hbase2.ArgusRpcSchedulerFactory;
import io.argus.hbase2.Broken;
import io.argus.hbase2.server.ServerNodes;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.TenantSnapshot;
import io.argus.regionserver.tenants.TableTenants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.ipc.CallQueueInfo;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.DelegatingRpcScheduler;
import org.apache.hadoop.hbase.ipc.GivenCall;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.ipc.SimpleRpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A call that Argus cannot schedule, or is not to, goes to HBase's own scheduler. */
class SchedulerFaultTest {
  private static final GetRequest GET =
      GetRequest.newBuilder()
          .setRegion(
              RegionSpecifier.newBuilder()
                  .setType(RegionSpecifierType.ENCODED_REGION_NAME)
                  .setValue(ByteString.copyFromUtf8("r")))
          .setGet(Get.newBuilder().setRow(ByteString.copyFromUtf8("row")))
          .build();

  private final Configuration conf = HBaseConfiguration.create();
  private final HRegionServer server = Broken.RegionServer.create();
  private final RegionServerNode<TableName, CallRunner> node = ServerNodes.of(server, conf);
  private final Stock stock = new Stock();

  /** HBase's own scheduler, which records its calls. */
  private static final class Stock extends DelegatingRpcScheduler {
    private final List<CallRunner> dispatched = new ArrayList<>();
    private int started;
    private int stopped;
    private boolean full;

    Stock() {
      super(null);
    }

    @Override
    public void start() {
      started++;
    }

    @Override
    public void stop() {
      stopped++;
    }

    @Override
    public boolean dispatch(CallRunner runner) {
      dispatched.add(runner);
      return !full;
    }
  }

  /** Services whose regions cannot be looked up. */
  private static final class Services extends RSRpcServices {
    private Services() throws java.io.IOException {
      super(null);
    }

    @Override
    public HRegion getRegion(RegionSpecifier region) {
      throw new Broken.Fault();
    }
  }

  private static final ByteString MOVED = ByteString.copyFromUtf8("moved");

  /** Services that find every region but one. */
  private static final class FindingServices extends RSRpcServices {
    private FindingServices() throws java.io.IOException {
      super(null);
    }

    @Override
    public HRegion getRegion(RegionSpecifier region) throws NotServingRegionException {
      if (region.getValue().equals(MOVED)) {
        throw new NotServingRegionException();
      }
      return Broken.unconstructed(Region.class);
    }
  }

  /** A region of a tenant's table. */
  private static final class Region extends HRegion {
    @SuppressWarnings("deprecation")
    private Region() {
      super(null, null, null, null, null, null, null);
    }

    @Override
    public TableDescriptor getTableDescriptor() {
      return TableDescriptorBuilder.newBuilder(TableName.valueOf("tenant:table")).build();
    }
  }

  private ArgusRpcScheduler scheduler(RegionServerNode<TableName, CallRunner> of) {
    return new ArgusRpcScheduler(
        stock, of, Broken.RegionServer.create(), Broken.unconstructed(Services.class), false);
  }

  private ComponentStatus component() {
    return node.components().statuses().stream()
        .filter(status -> status.is(Component.SCHEDULER))
        .findAny()
        .orElseThrow();
  }

  private static CallRunner call(Map<String, Object> answers) {
    RpcCall call = Broken.implementation(RpcCall.class, answers);
    return new GivenCall(() -> call);
  }

  private void requireLeftToHBase(Supplier<CallRunner> calls) {
    ArgusRpcScheduler scheduler = scheduler(node);
    scheduler.start();
    try {
      CallRunner runner = calls.get();
      assertThat(scheduler.dispatch(runner)).isTrue();
      assertThat(stock.dispatched).containsExactly(runner);
      assertThat(component().reason()).contains("1 fault");
    } finally {
      scheduler.stop();
    }
  }

  @Test
  void aRunnerWithoutACallIsHBases() {
    requireLeftToHBase(
        () ->
            new GivenCall(
                () -> {
                  throw new Broken.Fault();
                }));
  }

  @Test
  void aCallThatTellsNothingIsHBases() {
    requireLeftToHBase(() -> call(Map.of()));
  }

  @Test
  void aRegionThatCannotBeLookedUpIsHBases() {
    Map<String, Object> answers = new HashMap<>();
    answers.put("getParam", GET);
    answers.put("getHeader", RequestHeader.getDefaultInstance());
    requireLeftToHBase(() -> call(answers));
  }

  @Test
  void aCallThatCannotBeQueuedIsHBases() {
    Map<String, Object> answers = new HashMap<>();
    answers.put("getParam", GET);
    answers.put("getHeader", RequestHeader.getDefaultInstance());
    CallRunner runner = call(answers);
    ArgusRpcScheduler scheduler =
        new ArgusRpcScheduler(
            stock,
            node,
            Broken.RegionServer.create(),
            Broken.unconstructed(FindingServices.class),
            false);
    scheduler.start();
    try {
      assertThat(scheduler.dispatch(runner)).isTrue();
      assertThat(stock.dispatched).containsExactly(runner);
      assertThat(component().reason()).contains("1 fault", "injected");
    } finally {
      scheduler.stop();
    }
  }

  private static RegionAction gets(ByteString region, int rows) {
    RegionAction.Builder actions =
        RegionAction.newBuilder().setRegion(GET.getRegion().toBuilder().setValue(region));
    for (int i = 0; i < rows; i++) {
      actions.addAction(Action.newBuilder().setGet(GET.getGet()));
    }
    return actions.build();
  }

  private @Nullable TenantRequest<CallRunner> read(Message request) {
    return read(request, RequestHeader.getDefaultInstance(), "bob");
  }

  private @Nullable TenantRequest<CallRunner> read(
      Message request, RequestHeader header, String user) {
    Map<String, Object> answers = new HashMap<>();
    answers.put("getParam", request);
    answers.put("getHeader", header);
    answers.put(
        "getRequestUser",
        Optional.of(User.createUserForTesting(new Configuration(false), user, new String[0])));
    RSRpcServices services = Broken.unconstructed(FindingServices.class);
    return new CallReader(Broken.RegionServer.create(), services, node).read(call(answers));
  }

  @Test
  void aPriorityCountsForTheServersOwnUserAndForConfiguredOnes() throws Exception {
    Superusers.initialize(new Configuration(false));
    String own = Superusers.getSystemUser().getShortName();
    RequestHeader header = RequestHeader.newBuilder().setPriority(100).build();
    assertThat(read(GET, header, own)).isNull();
    assertThat(read(GET, header, "bob")).isNotNull();
    node.link().reload(Map.of("argus.priority.users", "alice, bob")::get);
    assertThat(read(GET, header, "bob")).isNull();
    assertThat(read(GET, header, "bobby")).isNotNull();
    node.link().reload(Map.of("argus.mode", "observe")::get);
    assertThat(read(GET, header, "bobby")).as("observed only").isNull();
  }

  /** The client has not noticed that some regions have moved. */
  @Test
  void aMultiBelongsToTheTenantOfTheFirstRegionThatIsHere() {
    ByteString here = ByteString.copyFromUtf8("here");
    TenantRequest<CallRunner> multi =
        read(
            MultiRequest.newBuilder()
                .addRegionAction(gets(MOVED, 2))
                .addRegionAction(gets(here, 3))
                .build());
    assertThat(multi.tenant()).isEqualTo(TenantId.of("tenant"));
    assertThat(multi.operations()).isEqualTo(5);
    assertThat(read(MultiRequest.newBuilder().addRegionAction(gets(MOVED, 2)).build())).isNull();
  }

  private static RpcCall getOf(String user) {
    Map<String, Object> answers = new HashMap<>();
    answers.put("getParam", GET);
    answers.put("getHeader", RequestHeader.getDefaultInstance());
    answers.put("getSize", 100L);
    answers.put("getDeadline", Long.MAX_VALUE);
    answers.put("disconnectSince", -1L);
    answers.put("getMethod", null);
    answers.put(
        "getRequestUser",
        Optional.of(User.createUserForTesting(new Configuration(false), user, new String[0])));
    return Broken.implementation(RpcCall.class, answers);
  }

  private TenantSnapshot snapshot() {
    return node.requests().scheduler().snapshot().get(0);
  }

  private ArgusRpcScheduler findingScheduler() {
    return new ArgusRpcScheduler(
        stock,
        node,
        Broken.RegionServer.create(),
        Broken.unconstructed(FindingServices.class),
        false);
  }

  @Test
  void whileObservingHBaseQueuesAndRunsWhatIsCounted() {
    node.link().reload(Map.of("argus.mode", "observe")::get);
    ArgusRpcScheduler scheduler = findingScheduler();
    scheduler.start();
    try {
      List<String> ran = new ArrayList<>();
      RpcCall get = getOf("bob");
      assertThat(scheduler.dispatch(new GivenCall(() -> get, () -> ran.add("get"), () -> {})))
          .isTrue();
      CallRunner queued = stock.dispatched.get(0);
      assertThat(queued.getRpcCall()).isSameAs(get);
      assertThat(snapshot().queueLength()).isEqualTo(1);
      assertThat(node.requests().scheduler().queueLength()).as("by Argus").isZero();
      queued.run();
      assertThat(ran).containsExactly("get");
      assertThat(snapshot().queueLength()).isZero();
      assertThat(snapshot().requests()).isEqualTo(1);

      scheduler.dispatch(new GivenCall(() -> get, () -> {}, () -> ran.add("dropped")));
      stock.dispatched.get(1).drop();
      assertThat(ran).containsExactly("get", "dropped");
      stock.full = true;
      assertThat(scheduler.dispatch(new GivenCall(() -> get))).isFalse();
      assertThat(snapshot().rejected()).isEqualTo(2);
      assertThat(snapshot().queueLength()).isZero();
      assertThat(snapshot().requests()).isEqualTo(1);
      assertThat(component().reason()).isEqualTo("argus.mode is observe");
    } finally {
      scheduler.stop();
    }
  }

  /** As HBase's own handlers, which log it and count it against their limit. */
  @Test
  void whatACallThrowsReachesHBasesHandler() {
    node.link().reload(Map.of("argus.mode", "observe")::get);
    ArgusRpcScheduler scheduler = findingScheduler();
    scheduler.start();
    try {
      RpcCall get = getOf("bob");
      scheduler.dispatch(
          new GivenCall(
              () -> get,
              () -> {
                throw new Broken.Fault();
              },
              () -> {}));
      assertThatThrownBy(stock.dispatched.get(0)::run).isInstanceOf(Broken.Fault.class);
      assertThat(snapshot().requests()).isEqualTo(1);
    } finally {
      scheduler.stop();
    }
  }

  @Test
  void theModeDecidesForEachCallAnew() {
    ArgusRpcScheduler scheduler = findingScheduler();
    scheduler.start();
    try {
      RpcCall get = getOf("bob");
      CallRunner runner = new GivenCall(() -> get);
      node.link().reload(Map.of("argus.mode", "off")::get);
      scheduler.dispatch(runner);
      assertThat(stock.dispatched).as("as it is").containsExactly(runner);
      node.link().reload(Map.of("argus.mode", "observe")::get);
      scheduler.dispatch(runner);
      assertThat(stock.dispatched).hasSize(2).last().isNotSameAs(runner);
      assertThat(node.requests().schedules()).isFalse();
      node.link().reload(Map.of("argus.mode", "enforce")::get);
      assertThat(node.requests().schedules()).isTrue();
      assertThat(component().isActive()).isTrue();
    } finally {
      scheduler.stop();
    }
  }

  /** As on stock HBase, where its settings divide its call queues by reads and writes. */
  @Test
  void waitingCallsCountInHBasesOwnQueueMetrics() {
    ArgusRpcScheduler scheduler = overIdleHBase(true);
    Map<String, Object> answers = new HashMap<>();
    answers.put("getSize", 100L);
    answers.put("getDeadline", Long.MAX_VALUE);
    answers.put("disconnectSince", -1L);
    answers.put("getMethod", null);
    RpcCall get = Broken.implementation(RpcCall.class, answers);
    Object region = Broken.unconstructed(Region.class);
    for (RequestKind kind : List.of(RequestKind.GET, RequestKind.SCAN, RequestKind.WRITE)) {
      node.requests()
          .offer(
              TenantRequest.of(new GivenCall(() -> get), TenantId.of("a"), kind, 1, 1, region),
              100,
              TableTenants.Users.unknown());
    }
    assertThat(scheduler.getReadQueueLength()).isEqualTo(1);
    assertThat(scheduler.getScanQueueLength()).isEqualTo(1);
    assertThat(scheduler.getWriteQueueLength()).isEqualTo(1);
    assertThat(scheduler.getGeneralQueueLength()).isEqualTo(3);
    CallQueueInfo info = scheduler.getCallQueueInfo();
    assertThat(info.getCallMethodCount("Tenant Queues", "Unknown")).isEqualTo(3);
    assertThat(info.getCallMethodSize("Tenant Queues", "Unknown")).isEqualTo(300);
    assertThat(overIdleHBase(false).getReadQueueLength()).isZero();
  }

  private ArgusRpcScheduler overIdleHBase(boolean dividesKinds) {
    RpcScheduler idle = new SimpleRpcScheduler(HBaseConfiguration.create(), 1, 1, 1, null, 0);
    return new ArgusRpcScheduler(
        idle,
        node,
        Broken.RegionServer.create(),
        Broken.unconstructed(Services.class),
        dividesKinds);
  }

  @Test
  void tenantsThatCannotStartLeaveEveryCallToHBase() {
    @SuppressWarnings("unchecked")
    RegionServerNode<TableName, CallRunner> half = Broken.unconstructed(RegionServerNode.class);
    Broken.set(half, RegionServerNode.class, "components", node.components());
    Broken.set(
        half, RegionServerNode.class, "requests", Broken.unconstructed(RequestAdmission.class));
    ArgusRpcScheduler scheduler = scheduler(half);
    assertThatCode(scheduler::start).doesNotThrowAnyException();
    assertThat(stock.started).isEqualTo(1);
    assertThat(component().isActive()).isFalse();
    assertThat(component().cause()).isEqualTo(Reason.EXCEPTION);
    assertThat(component().reason()).contains("all requests go to HBase's own scheduler");
    CallRunner runner = call(Map.of());
    assertThat(scheduler.dispatch(runner)).isTrue();
    assertThat(stock.dispatched).containsExactly(runner);
    assertThatCode(scheduler::stop).doesNotThrowAnyException();
    assertThat(stock.stopped).isEqualTo(1);
  }

  @Test
  void aNodeThatCannotBeMadeLeavesTheStockSchedulerAlone() {
    Configuration broken =
        new Configuration(conf) {
          @Override
          public double getDouble(String name, double byDefault) {
            if (name.contains("handler.abort.on.error")) {
              throw new Broken.Fault();
            }
            return super.getDouble(name, byDefault);
          }
        };
    HRegionServer other = Broken.RegionServer.create();
    RpcScheduler made =
        new ArgusRpcSchedulerFactory().create(broken, Broken.unconstructed(Services.class), other);
    assertThat(made).isInstanceOf(SimpleRpcScheduler.class);
  }

  @Test
  void aDelegateThatIsNotAFactoryIsReplacedByHBasesOwn() {
    for (String name : List.of("org.acme.NoSuch", "java.lang.String", "java.lang.Runnable")) {
      conf.set("argus.scheduler.delegate", name);
      RpcScheduler made =
          new ArgusRpcSchedulerFactory().create(conf, Broken.unconstructed(Services.class), null);
      assertThat(made).as(name).isInstanceOf(SimpleRpcScheduler.class);
    }
  }
}
