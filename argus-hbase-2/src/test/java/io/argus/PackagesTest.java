package io.argus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every package of the product says in one sentence what it is. */
class PackagesTest {
  private static final String PRODUCT =
      "argus-(core|regionserver|master|hbase-2|hbase-0\\.94|cli|profiler)"
          + "/src/main/java/io/argus/.*\\.java";

  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("\\A/\\*\\*\\s+(?:\\*\\s+)?\\w.*?\\.(?:\\s|$).*", Pattern.DOTALL);

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
}
