package io.argus.hbase094.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.contract.DropInJarContract;
import io.argus.contract.WebPage;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** HBase 0.94 takes what it does not know in its root directory for tables, and complains. */
  @Test
  @Order(81)
  void historyIsWhereHBaseLooksForNoTablesAndACopyOfItIsAsGood(@TempDir Path directory)
      throws Exception {
    Configuration conf = HBase094Client.configuration(cluster().conf().resolve("hbase-site.xml"));
    org.apache.hadoop.fs.Path recorded =
        new org.apache.hadoop.fs.Path(conf.get(HConstants.HBASE_DIR), ".hbck/argus");
    FileSystem files = recorded.getFileSystem(conf);
    assertThat(files.getFileStatus(recorded).getPermission()).hasToString("rwxr-x---");
    assertThat(files.listStatus(recorded))
        .extracting(file -> file.getPath().getName())
        .anyMatch(name -> name.endsWith(".seg"));
    for (String master : List.of("master", "master-backup")) {
      assertThat(cluster().log(master)).noneMatch(line -> line.contains("consider deleting it"));
    }

    Path copy = directory.resolve("copy");
    files.copyToLocalFile(recorded, new org.apache.hadoop.fs.Path(copy.toUri()));
    requireRecorded(
        cluster().argus("history", "steady", "--from", "1h", "--dir", copy.toString(), "--json"));
  }

  /** HBase's page is complete and has one link to Argus. */
  private static void requireLinked(WebPage page) {
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).containsOnlyOnce("href=\"argus/\"").contains("</html>");
  }
}
