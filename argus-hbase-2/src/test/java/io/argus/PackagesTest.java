package io.argus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The product: every package says in one sentence what it is, and none needs the laboratory. */
class PackagesTest {
  private static final String PRODUCT =
      "argus-(core|regionserver|master|hadoop|hbase-2|hbase-0\\.94|cli|load|load-hbase-2|load-hbase-0\\.94|profiler|cluster)"
          + "/src/main/java/io/argus/.*\\.java";

  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("\\A/\\*\\*\\s+(?:\\*\\s+)?\\w.*?\\.(?:\\s|$).*", Pattern.DOTALL);

  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>[^<]+</artifactId>");

  private static String folder(String file) {
    return file.substring(0, file.lastIndexOf('/'));
  }

  @Test
  void everyPackageHasOneSentence() throws IOException {
    Set<String> without =
        Repository.files().stream()
            .filter(file -> file.matches(PRODUCT))
            .map(PackagesTest::folder)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(without).isNotEmpty();
    for (String file : Repository.files()) {
      if (file.matches(PRODUCT) && file.endsWith("/package-info.java")) {
        Matcher sentence = FIRST_SENTENCE.matcher(Repository.text(file));
        if (sentence.matches()) {
          without.remove(folder(file));
        }
      }
    }
    assertThat(without).as("packages whose package-info does not say what they are").isEmpty();
  }

  @Test
  void noModuleOfTheProductNeedsTheLaboratory() throws IOException {
    Set<String> lab = new TreeSet<>();
    for (String file : Repository.files()) {
      if (file.matches("lab/[^/]+/pom\\.xml")) {
        Matcher name = ARTIFACT.matcher(Repository.text(file).replaceFirst("(?s).*</parent>", ""));
        assertThat(name.find()).as(file).isTrue();
        lab.add(name.group());
      }
    }
    assertThat(lab).isNotEmpty();
    for (String file : Repository.files()) {
      if (file.matches("argus-[^/]+/pom\\.xml")) {
        assertThat(Repository.text(file)).as(file).doesNotContain(lab);
      }
    }
  }
}
