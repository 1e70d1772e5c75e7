package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The samples of {@code hbase-site.xml} in {@code conf}. */
class SampleSiteTest {
  private static final Pattern PROPERTY =
      Pattern.compile("<name>([^<]+)</name>\\s*<value>([^<]*)</value>");

  @TempDir private Path directory;

  private static String sample(HBaseRelease release) throws IOException {
    String line = release == HBaseRelease.HBASE_2_6 ? "2" : release.label();
    return Files.readString(Path.of("../conf/hbase-site.hbase-" + line + ".xml"));
  }

  private static Map<String, String> properties(String text) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (Matcher each = PROPERTY.matcher(text); each.find(); ) {
      properties.put(each.group(1), each.group(2));
    }
    return properties;
  }

  @ParameterizedTest
  @EnumSource
  void aSampleBeginsWithWhatInstallPrintsAndSaysWhatCountsAnyway(HBaseRelease release)
      throws Exception {
    Map<String, String> sample = properties(sample(release).replaceAll("(?s)<!--.*?-->", ""));
    Map<String, String> printed = release.keys();
    assertThat(sample).containsAllEntriesOf(printed);
    sample.keySet().removeAll(printed.keySet());
    assertThat(sample.keySet()).containsExactly("argus.alpha", "argus.credits");
    sample.forEach((key, value) -> assertThat(value).isEqualTo(Settings.defaults().text(key)));
  }

  @ParameterizedTest
  @EnumSource
  void aSampleShowsItsRelease(HBaseRelease release) throws Exception {
    Path file = directory.resolve("hbase-site.xml");
    assertThat(HBaseRelease.of(SiteFile.read(file))).isEmpty();
    Files.writeString(file, sample(release));
    assertThat(HBaseRelease.of(SiteFile.read(file))).contains(release);
  }

  @ParameterizedTest
  @EnumSource
  void serversAcceptASampleAlsoWithItsExamples(HBaseRelease release) throws Exception {
    String text = sample(release);
    Path file = Files.writeString(directory.resolve("hbase-site.xml"), text);
    SiteFile.read(file).get("argus.mode").orElseThrow();
    Map<String, String> all = properties(text);
    assertThat(all).containsKey("argus.tenant.rules");
    assertThat(Settings.read(all::get).problems()).isEmpty();
    assertThat(SettingNames.unknown(all.entrySet())).isEmpty();
  }
}
