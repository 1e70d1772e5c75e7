package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import io.argus.core.platform.JavaEight;
import io.argus.core.settings.Settings;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything in the drop-in jar runs on Java 8, other projects' classes too. */
@Tag("long")
class JavaEightTest {
  /** One class of each module and library in the jar. */
  private static final List<Class<?>> PARTS =
      List.of(
          ArgusRpcSchedulerFactory.class,
          Settings.class,
          RegionServerNode.class,
          MasterNode.class,
          Gson.class,
          Histogram.class,
          SimpleRegression.class);

  @Test
  void classFilesAreOfJava8() throws Exception {
    JavaEight.Found found = new JavaEight(PARTS).newerClassFiles();

    assertThat(found.wrong()).isEmpty();
    assertThat(found.checked()).isGreaterThan(1_000);
  }

  @Test
  void onlyWhatTheLibraryOfJava8HasIsUsed() throws Exception {
    JavaEight.Found found = new JavaEight(PARTS).missingInLibrary();

    assertThat(found.wrong()).isEmpty();
    assertThat(found.checked()).isGreaterThan(5_000);
  }
}
