package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IneffectiveKeyTest {
  @TempDir private Path home;

  private static Map<String, String> setIn(String key, String value) {
    return IneffectiveKey.setIn(asked -> asked.equals(key) ? Optional.of(value) : Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.ipc.server.callqueue.type, codel, served last",
    "hbase.ipc.server.callqueue.read.ratio, 0.5, lanes of their own",
    "hbase.ipc.server.callqueue.scan.ratio, 0.5, argus.scan.pause.limit",
    "hbase.ipc.server.callqueue.handler.factor, 0, a queue of its own",
    "hbase.ipc.server.max.callqueue.length, 300, argus.queue.length",
    "ipc.server.max.callqueue.length, 300, argus.queue.length",
    "hbase.ipc.server.callqueue.codel.target.delay, 50, served last",
    "hbase.ipc.server.callqueue.codel.lifo.threshold, 0.9, served last",
    "hbase.ipc.server.scan.vtime.weight, 2, argus.scan.pause.limit",
    "dfs.client.hedged.read.threadpool.size, 20, neither admits nor charges",
    "hbase.storescanner.parallel.seek.enable, true, neither admits nor charges"
  })
  void aKeyIsNamedWithItsValueAndWhatHappensInstead(String key, String value, String what) {
    assertThat(setIn(key, value)).containsOnlyKeys(key + "=" + value);
    assertThat(setIn(key, value).get(key + "=" + value)).contains(what);
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.ipc.server.callqueue.type, FIFO",
    "hbase.ipc.server.callqueue.read.ratio, 0.0",
    "hbase.ipc.server.callqueue.handler.factor, 0.1",
    "hbase.ipc.server.callqueue.codel.interval, 100",
    "hbase.ipc.server.scan.vtime.weight, 1.0f",
    "dfs.client.hedged.read.threadpool.size, 0",
    "hbase.storescanner.parallel.seek.enable, false",
    "hbase.ipc.server.priority.max.callqueue.length, 5"
  })
  void aDefaultOrAKeyThatHasItsEffectIsNotNamed(String key, String value) {
    assertThat(setIn(key, value)).isEmpty();
  }

  @Test
  void installNamesThem() throws IOException {
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/hbase-site.xml"),
        "<configuration><property><name>hbase.ipc.server.callqueue.type</name>"
            + "<value>codel</value></property></configuration>");
    assertThat(new Installation(home, Hook.HBASE_2).ineffectiveKeys())
        .singleElement()
        .asString()
        .startsWith("note: hbase.ipc.server.callqueue.type=codel has no effect on users' calls");
  }

  @Test
  void theDocumentsNameEachKey() throws IOException {
    assertThat(Files.readString(Path.of("../docs/limits.md"))).contains(IneffectiveKey.keys());
    assertThat(Files.readString(Path.of("../docs/installation.md")))
        .contains("(limits.md#keys-of-hbase-without-effect)");
  }
}
