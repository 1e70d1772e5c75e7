package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.handler.TenantScheduler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PiecewiseScannerTest {
  private final List<String> called = new ArrayList<>();
  private final TenantScheduler<Runnable> scheduler =
      new TenantScheduler<>(
          Settings.defaults(),
          1,
          () -> 0,
          Broken.implementation(RequestRunner.class, java.util.Map.of()),
          (ended, request) -> {},
          System::nanoTime);

  private RegionScanner within() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              called.add(method.getName() + method.getParameterCount());
              return answer(method.getReturnType());
            });
  }

  private static Object answer(Class<?> type) {
    return type == boolean.class
        ? Boolean.TRUE
        : type == long.class ? (Object) 17L : type == int.class ? 17 : null;
  }

  @Test
  void everyQuestionIsAnsweredByTheScannerWithin() throws Exception {
    RegionScanner scanner = new PiecewiseScanner(within(), scheduler, null);
    List<String> asked = new ArrayList<>();
    for (Method method : RegionScanner.class.getMethods()) {
      assertThat(method.invoke(scanner, new Object[method.getParameterCount()]))
          .as(method.toString())
          .isEqualTo(answer(method.getReturnType()));
      asked.add(method.getName() + method.getParameterCount());
    }
    assertThat(called).containsExactlyElementsOf(asked);
  }

  @Test
  void aRowIsAskedForOnceHoweverManyPiecesThereAre() throws Exception {
    RegionScanner scanner = new PiecewiseScanner(within(), scheduler, null);
    for (int i = 0; i < 50; i++) {
      assertThat(scanner.nextRaw(new ArrayList<>())).isTrue();
    }
    assertThat(called).hasSize(50);
  }

  /** An observer that is told of each row that a filter rejects takes a fourth of a scan's time. */
  @ParameterizedTest
  @ValueSource(
      classes = {ArgusRegionObserver.class, ArgusRowObserver.class, ArgusStoreFileObserver.class})
  void noObserverIsToldOfRejectedRows(Class<?> observer) {
    assertThat(RegionObserver.class.getMethods())
        .extracting(Method::getName)
        .contains("postScannerFilterRow");
    assertThat(observer.getDeclaredMethods())
        .extracting(Method::getName)
        .contains("getRegionObserver")
        .doesNotContain("postScannerFilterRow");
  }
}
