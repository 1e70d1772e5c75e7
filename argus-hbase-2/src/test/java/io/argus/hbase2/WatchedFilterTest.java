package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scans that a rule limits, as the observer of a region sees them. */
@Timeout(30)
class WatchedFilterTest {
  private static final Map<String, String> SETTINGS =
      Map.of("argus.runaway.rules", "* kind:scan rows:10=stop");

  private interface Call {
    void run() throws Exception;
  }

  private static final class Runner implements RequestRunner<TenantRequest<Call>> {
    @Override
    public void run(TenantRequest<Call> request) {
      try {
        request.call().run();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public RunawayWatch.@Nullable Subject watched(TenantRequest<Call> request) {
      return request.watched();
    }

    @Override
    public void drop(TenantRequest<Call> request) {}
  }

  private static final class RejectsAll extends FilterBase {
    @Override
    public ReturnCode filterCell(Cell cell) {
      return ReturnCode.NEXT_ROW;
    }

    @Override
    public boolean filterRowKey(Cell cell) {
      return true;
    }
  }

  @SuppressWarnings("unchecked")
  private final RegionServerNode<TableName, Call> node =
      new RegionServerNode<>(
          Settings.read(SETTINGS::get),
          4,
          Broken.implementation(
              TableDirectory.class, Map.of("fallback", TenantMapping.Fallback.NAMESPACE)),
          () -> 0,
          new Runner());

  private final ArgusRegionObserver observer = new ArgusRegionObserver();

  @BeforeEach
  void start() {
    Broken.set(observer, ArgusRegionObserver.class, "requests", node.requests());
    node.requests().scheduler().start("test");
  }

  @AfterEach
  void stop() {
    node.requests().scheduler().stop();
  }

  private void run(RequestKind kind, Call call) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Call noted =
        () -> {
          try {
            call.run();
            done.complete(null);
          } catch (Throwable t) {
            done.completeExceptionally(t);
          }
        };
    TenantRequest<Call> request =
        TenantRequest.of(noted, TenantId.of("shop"), kind, 1, TenantRequest.NO_KEY, "region");
    assertThat(node.requests().offer(request, 100, TableTenants.Users.unknown())).isTrue();
    done.get(20, TimeUnit.SECONDS);
  }

  @Test
  void rowsThatTheFilterRejectsCountAndOthersSeeTheScansOwnFilter() throws Exception {
    Filter own = new RejectsAll();
    Scan scan = new Scan().setFilter(own);
    RegionScanner scanner = Broken.implementation(RegionScanner.class, Map.of());
    run(
        RequestKind.SCAN,
        () -> {
          observer.preScannerOpen(null, scan);
          Filter watched = scan.getFilter();
          assertThat(watched).isInstanceOf(WatchedFilter.class);
          RegionScanner opened = observer.postScannerOpen(null, scan, scanner);
          assertThat(scan.getFilter()).isSameAs(own);
          assertThat(((RunawayWatch.Scanner) opened).costs()).isNotNull();
          for (int row = 0; row < 10; row++) {
            assertThat(watched.filterRowKey(null)).isTrue();
          }
          assertThatThrownBy(() -> watched.filterRowKey(null))
              .isInstanceOf(DoNotRetryIOException.class)
              .hasMessageContaining("'* kind:scan rows:10=stop' allows 10")
              .hasMessageContaining("set by hbase-site.xml");
        });
    assertThat(node.requests().scheduler().faults()).isZero();
  }

  @Test
  void aRequestThatNoRuleLimitsKeepsItsFilter() throws Exception {
    Filter own = new RejectsAll();
    Scan scan = new Scan().setFilter(own);
    run(
        RequestKind.OTHER,
        () -> {
          observer.preScannerOpen(null, scan);
          assertThat(scan.getFilter()).isSameAs(own);
        });
    observer.preScannerOpen(null, scan);
    assertThat(scan.getFilter()).as("in a thread without a request").isSameAs(own);
  }

  @Test
  void everyMethodOfAFilterIsTheScansOwn() {
    for (Method method : Filter.class.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      if (Modifier.isPublic(modifiers)
          && !Modifier.isStatic(modifiers)
          && !Modifier.isFinal(modifiers)
          && !method.isAnnotationPresent(Deprecated.class)) {
        assertThat(WatchedFilter.class.getDeclaredMethods())
            .as(method.toString())
            .anyMatch(
                own ->
                    own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
      }
    }
  }
}
