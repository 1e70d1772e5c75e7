package io.argus.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class LocalSwitchTest {
  private final LiveSettings settings = new LiveSettings(Settings.defaults());

  private void await(Settings.Mode mode) throws InterruptedException {
    while (settings.get().get(Settings.MODE) != mode) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  @Test
  void argusIsOffWhileTheFileIsThere(@TempDir Path directory) throws Exception {
    File file = directory.resolve("argus.off").toFile();
    LocalSwitch localSwitch = new LocalSwitch(settings, file);
    localSwitch.start();
    try {
      assertThat(settings.get().get(Settings.MODE)).isEqualTo(Settings.Mode.ENFORCE);
      long sinceNanos = System.nanoTime();
      Files.createFile(file.toPath());
      await(Settings.Mode.OFF);
      assertThat(System.nanoTime() - sinceNanos).isLessThan(TimeUnit.SECONDS.toNanos(1));
      Files.delete(file.toPath());
      await(Settings.Mode.ENFORCE);
    } finally {
      localSwitch.stop();
    }
  }

  @Test
  void aFileThatIsThereAtTheStartCounts(@TempDir Path directory) throws Exception {
    LocalSwitch localSwitch = new LocalSwitch(settings, directory.toFile());
    localSwitch.start();
    localSwitch.stop();
    assertThat(settings.get().get(Settings.MODE)).isEqualTo(Settings.Mode.OFF);
  }

  @Test
  void theFileIsThatOfTheSettings() {
    assertThat(new LocalSwitch(settings).file()).isAbsolute().hasName("argus.off");
  }
}
