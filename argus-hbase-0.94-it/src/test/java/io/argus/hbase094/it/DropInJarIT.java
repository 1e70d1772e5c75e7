package io.argus.hbase094.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.contract.DropInJarContract;
import io.argus.contract.WebPage;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

class DropInJarIT extends DropInJarContract {
  DropInJarIT() {
    super(new HBase094());
  }

  @Test
  @Order(43)
  void pagesOfHBaseLeadToThePageOfArgus() throws Exception {
    requireLinked(WebPage.get(cluster().processes().ports().masterHttp(), "/master-status"));
    for (int i = 0; i < cluster().regionServers(); i++) {
      requireLinked(WebPage.get(cluster().regionServerPort(i), "/rs-status"));
    }
  }

  /** HBase's page is complete and has one link to Argus. */
  private static void requireLinked(WebPage page) {
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).containsOnlyOnce("href=\"argus/\"").contains("</html>");
  }
}
