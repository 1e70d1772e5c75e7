package io.argus.hbase2.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.MethodDescriptor;
import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.PlannerSign;
import io.argus.core.documents.ReportCodec;
import io.argus.core.usage.UsageReport;
import io.argus.hbase2.ArgusMasterCoprocessor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.master.GivenHMaster;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bytes of requests and replies between masters of HBase 2 and HBase 3 and those who call them.
 * A master of HBase 3 has no plain protobuf.
 */
@Tag("long")
class ControlEndpointTest {
  private static final String HBASE_3_MESSAGES =
      "org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos";
  private static final String NAME = "anything 200";
  private static final byte[] VALUE = {1, 2, 3, 0, -1};

  private static HBase3 loader;
  private static BiFunction<String, byte[], byte[]> onHBase2;
  private static BiFunction<String, byte[], byte[]> onHBase3;

  private enum Master {
    HBASE_2,
    HBASE_3;

    byte[] call(String user, byte[] request) {
      return (this == HBASE_2 ? onHBase2 : onHBase3).apply(user, request);
    }
  }

  @BeforeAll
  @SuppressWarnings("unchecked")
  static void serve() throws Throwable {
    onHBase2 = new GivenEndpoint();
    loader = new HBase3();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader); // Hadoop's configuration loads classes by it
    try {
      onHBase3 =
          (BiFunction<String, byte[], byte[]>)
              loader.loadClass(GivenEndpoint.class.getName()).getConstructor().newInstance();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @AfterAll
  static void close() throws Exception {
    loader.close();
  }

  @Test
  void theMasterGetsTheServiceThatItTakes() {
    assertThat(onHBase2.getClass()).isNotSameAs(onHBase3.getClass());
    assertThat(onHBase2).hasToString(UnshadedControlService.class.getSimpleName());
    assertThat(onHBase3).hasToString(ControlService.class.getSimpleName());
    assertThatThrownBy(() -> loader.loadClass(UnshadedControlService.class.getName()).getMethods())
        .isInstanceOf(NoClassDefFoundError.class);
  }

  /** Whatever is missing must not abort the master. */
  @Test
  void aMasterWithoutTheMessagesGetsNoService() throws Exception {
    try (HBase3 lacking = new HBase3(HBASE_3_MESSAGES)) {
      Object coprocessor =
          lacking.loadClass(ArgusMasterCoprocessor.class.getName()).getConstructor().newInstance();
      Object services = coprocessor.getClass().getMethod("getServices").invoke(coprocessor);
      assertThat((Iterable<?>) services).isEmpty();
    }
  }

  private static MethodDescriptor method(String name) {
    return new UnshadedControlService(new ControlCalls())
        .getDescriptorForType()
        .findMethodByName(name);
  }

  private static CoprocessorServiceRequest ofHBase2(String method, String name, byte[] value) {
    return CoprocessorRpcUtils.getCoprocessorServiceRequest(
        method(method),
        HBaseProtos.NameBytesPair.newBuilder()
            .setName(name)
            .setValue(com.google.protobuf.ByteString.copyFrom(value))
            .build());
  }

  private static HBaseProtos.NameBytesPair readByHBase2(byte[] response) throws Exception {
    return (HBaseProtos.NameBytesPair)
        CoprocessorRpcUtils.getResponse(
            CoprocessorServiceResponse.parseFrom(response),
            HBaseProtos.NameBytesPair.getDefaultInstance());
  }

  @Test
  void aRequestIsTheOneThatTheClientOfHBase2Makes() {
    for (String method : List.of("change", "ask", "report")) {
      assertThat(ControlChannel.request(method, NAME, ByteString.copyFrom(VALUE)))
          .isEqualTo(ofHBase2(method, NAME, VALUE));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerReports(Master master) throws Exception {
    String server = GivenHMaster.ONLINE;
    UsageReport usage = new UsageReport(server, 1_000, 10, 0, 1 << 20, 1e6, List.of(), List.of());
    byte[] report = ReportCodec.write(NumberedReport.complete(1, usage));
    byte[] request =
        ControlChannel.request("report", server, ByteString.copyFrom(report)).toByteArray();
    NameBytesPair reply =
        ControlChannel.reply(
            CoprocessorServiceResponse.parseFrom(master.call(GivenHMaster.ADMINISTRATOR, request)));
    assertThat(reply.getName()).isEqualTo(server);
    assertThat(PlannerSign.read(reply.getValue().toByteArray()).reportMillis()).isPositive();
    assertRefused(master, request, "only region servers of this cluster may report to Argus");
  }

  @ParameterizedTest
  @EnumSource
  void anAdministratorAsks(Master master) throws Exception {
    byte[] request = ofHBase2("ask", "status.json", new byte[0]).toByteArray();
    HBaseProtos.NameBytesPair reply =
        readByHBase2(master.call(GivenHMaster.ADMINISTRATOR, request));
    assertThat(reply.getName()).isEqualTo("200 0");
    assertThat(reply.getValue().toStringUtf8()).startsWith("{");
    assertRefused(master, request, "no ADMIN for argus ask");
  }

  @ParameterizedTest
  @EnumSource
  void anAdministratorChanges(Master master) throws Exception {
    byte[] change = "{\"texts\": {\"argus.alpha\": \"0.25\"}}".getBytes(StandardCharsets.UTF_8);
    byte[] request = ofHBase2("change", "set", change).toByteArray();
    HBaseProtos.NameBytesPair reply =
        readByHBase2(master.call(GivenHMaster.ADMINISTRATOR, request));
    assertThat(reply.getName()).isEqualTo("set");
    assertThat(reply.getValue().toStringUtf8()).contains("0.25", GivenHMaster.ADMINISTRATOR);
    assertRefused(master, request, "no ADMIN for argus set");
  }

  private static void assertRefused(Master master, byte[] request, String why) {
    assertThatThrownBy(() -> master.call("bob", request))
        .cause()
        .hasMessageContaining(why)
        .satisfies(
            refusal ->
                assertThat(refusal.getClass().getName())
                    .isEqualTo("org.apache.hadoop.hbase.security.AccessDeniedException"));
  }
}
