package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.hbase094.hdfs.ThreadHdfsBytes;
import io.argus.hbase094.rpc.HandlerCalls;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.tenants.TableDirectory;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;

class PiecewiseScannerTest {
  private final List<String> called = new ArrayList<>();
  private final RegionServerNode<String, ArgusCall> node =
      new RegionServerNode<>(
          Settings.defaults(),
          1,
          new TableDirectory<String>() {
            @Override
            public TableDescription describe(String table) {
              return TableDescription.of("default", table, null);
            }

            @Override
            public TenantMapping.Fallback fallback() {
              return TenantMapping.Fallback.TABLE;
            }
          },
          ThreadHdfsBytes::readByThisThread,
          new HandlerCalls());

  private RegionScanner within() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              called.add(method.toGenericString());
              return method.getReturnType() == boolean.class
                  ? Boolean.TRUE
                  : method.getReturnType() == long.class ? 17L : null;
            });
  }

  @Test
  void everyQuestionIsAnsweredByTheScannerWithin() throws Exception {
    RegionScanner scanner = new PiecewiseScanner(within(), node.requests().scheduler());
    List<String> asked = new ArrayList<>();
    for (Method method : RegionScanner.class.getMethods()) {
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = method.getParameterTypes()[i] == int.class ? (Object) 1 : null;
      }
      try {
        method.invoke(scanner, arguments);
      } catch (InvocationTargetException e) {
        throw new AssertionError(method.toString(), e);
      }
      asked.add(method.toGenericString());
    }
    assertThat(called).containsExactlyElementsOf(asked);
  }

  @Test
  void aRowIsAskedForOnceHoweverManyPiecesThereAre() throws IOException {
    RegionScanner scanner = new PiecewiseScanner(within(), node.requests().scheduler());
    for (int i = 0; i < 50; i++) {
      assertThat(scanner.nextRaw(new ArrayList<KeyValue>(), null)).isTrue();
    }
    assertThat(called).hasSize(50);
  }

  @Test
  void systemTablesAreScannedAsEver() {
    assertThat(node.requests().dividesScans(".META.")).isFalse();
    assertThat(node.requests().dividesScans("orders")).isTrue();
  }
}
