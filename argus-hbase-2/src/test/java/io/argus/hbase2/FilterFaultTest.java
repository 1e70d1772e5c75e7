package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.argus.hbase2.page.ArgusFilter;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.FilterConfig;
import javax.servlet.ServletContext;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.hbase.http.FilterContainer;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.junit.jupiter.api.Test;

/** When the Argus page fails, a request reaches HBase's own pages. */
class FilterFaultTest {
  /** A server that cannot even be looked up in a map. */
  private static final class Unhashable extends HRegionServer {
    private Unhashable() throws java.io.IOException {
      super(null);
    }

    @Override
    public int hashCode() {
      throw new Broken.Fault();
    }
  }

  private static FilterConfig configWith(Object regionServer) {
    ServletContext context =
        (ServletContext)
            java.lang.reflect.Proxy.newProxyInstance(
                ServletContext.class.getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (proxy, method, arguments) ->
                    HRegionServer.REGIONSERVER.equals(arguments[0]) ? regionServer : null);
    return Broken.implementation(FilterConfig.class, Map.of("getServletContext", context));
  }

  private static int timesHBaseAnswers(ArgusFilter filter, HttpServletRequest request)
      throws Exception {
    AtomicInteger answered = new AtomicInteger();
    filter.doFilter(
        request,
        Broken.implementation(ServletResponse.class, Map.of()),
        (passedRequest, passedResponse) -> {
          assertThat(passedRequest).isSameAs(request);
          answered.incrementAndGet();
        });
    return answered.get();
  }

  private static HttpServletRequest get(String path) {
    return Broken.implementation(
        HttpServletRequest.class,
        Map.of("getMethod", "GET", "getRequestURI", path, "getQueryString", ""));
  }

  @Test
  void aDocumentThatCannotBeMadeLeavesTheRequestToHBase() throws Exception {
    ArgusFilter filter = new ArgusFilter();
    filter.init(configWith(Broken.unconstructed(Unhashable.class)));
    assertThat(timesHBaseAnswers(filter, get("/argus/status.json"))).isEqualTo(1);
    assertThat(timesHBaseAnswers(filter, get("/rs-status"))).isEqualTo(1);
  }

  @Test
  void aRequestThatCannotBeReadIsHBases() throws Exception {
    ArgusFilter filter = new ArgusFilter();
    filter.init(configWith(null));
    HttpServletRequest broken =
        (HttpServletRequest)
            java.lang.reflect.Proxy.newProxyInstance(
                HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getRequestURI")) {
                    throw new Broken.Fault();
                  }
                  return method.getName().equals("equals") ? proxy == arguments[0] : null;
                });
    assertThat(timesHBaseAnswers(filter, broken)).isEqualTo(1);
  }

  @Test
  void aWebUiThatTellsNothingOfItsServerHasNoArgusPage() throws Exception {
    ArgusFilter filter = new ArgusFilter();
    FilterConfig broken = Broken.implementation(FilterConfig.class, Map.of());
    assertThatCode(() -> filter.init(broken)).doesNotThrowAnyException();
    assertThat(timesHBaseAnswers(filter, get("/argus/"))).isEqualTo(1);
  }

  @Test
  void aWebUiThatTakesNoFilterStartsWithoutArgus() {
    FilterContainer container = Broken.implementation(FilterContainer.class, Map.of());
    assertThatCode(() -> new ArgusFilterInitializer().initFilter(container, null))
        .doesNotThrowAnyException();
  }
}
