package io.argus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.protobuf.CodedInputStream;
import io.argus.core.platform.JavaEight;
import io.argus.core.settings.Settings;
import io.argus.master.status.ClusterStatus;
import java.util.List;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import picocli.CommandLine;

/** Everything in the command line's jar runs on Java 8, other projects' classes too. */
@Tag("long")
class JavaEightTest {
  /** One class of each module and library in the jar. */
  private static final List<Class<?>> PARTS =
      List.of(
          Argus.class,
          Settings.class,
          ClusterStatus.class,
          Gson.class,
          SimpleRegression.class,
          CommandLine.class,
          CodedInputStream.class,
          ZooKeeper.class,
          Record.class,
          Logger.class);

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
