package io.argus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What documents and package pages name exists. */
class DocumentsTest {
  /** Names of metrics are not names of classes. */
  private static final Set<String> WITHOUT_CLASSES = Set.of("docs/metrics.md");

  /** Classes of HBase, Hadoop, the JDK and libraries, names of workloads and services. */
  private static final Set<String> FOREIGN_CLASSES =
      Set.of(
          "AccessController",
          "ArgusControl",
          "BlockCache",
          "BucketCache",
          "CallQueueTooBigException",
          "ClassNotFoundException",
          "ClientCnxnSocketNetty",
          "DoNotRetryIOException",
          "CoreWorkload",
          "ExHot",
          "HRegionServer",
          "HelpCommand",
          "IOException",
          "InterruptedException",
          "LruBlockCache",
          "NoClassDefFoundError",
          "OutOfMemoryError",
          "RSRpcServices",
          "RegionScanner",
          "RpcScheduler",
          "RpcSchedulerFactory",
          "SecureRpcEngine",
          "SecurityLogger",
          "StochasticLoadBalancer",
          "ThroughputController",
          "ZooKeeper");

  /** Keys and names that begin like a setting and are none. */
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "argus.admission",
          "argus.off",
          "argus.regionserver.replaced",
          "argus.screenshots",
          "argus.wait.cap.micros",
          "argus.wait.io.micros",
          "argus.wait.queue.micros");

  /** What the release archive has of the checkout, as its assembly says, and its own README. */
  private static final Pattern IN_ARCHIVE =
      Pattern.compile("(conf|docs|licenses)/.*|LICENSE|NOTICE|(CHANGELOG|SECURITY|README)\\.md");

  /** Pages for developers, who have the checkout: they may link to all of it. */
  private static final Pattern FOR_DEVELOPERS =
      Pattern.compile("docs/(adr/.*|architecture|evidence|first-issues)\\.md");

  /** What was measured once names what existed then. */
  private static final String RESULTS = "lab/results/";

  private static final List<String> WAYS = List.of("a Get", "a usage report", "a plan");

  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`|\\{@code ([^}]+)}");
  private static final Pattern CLASS = Pattern.compile("[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+");
  private static final Pattern SETTING = Pattern.compile("(argus(?:\\.[a-z]+)+)(?:=.*)?");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern STEP = Pattern.compile("(?m)^\\d+\\. `([A-Za-z]+)`[:,]");

  private static List<String> pages() throws IOException {
    return Repository.files().stream()
        .filter(
            file ->
                file.matches(
                    "((docs|lab)/.*|README|CONTRIBUTING|CHANGELOG|SECURITY|[^/]+/README)\\.md"))
        .toList();
  }

  private static List<String> pagesOfToday() throws IOException {
    return pages().stream().filter(page -> !page.startsWith(RESULTS)).toList();
  }

  /** By simple name, wherever in the main code they are. */
  @Test
  void theWaysThroughTheCodeNameClassesThatExist() throws IOException {
    Set<String> classes = new TreeSet<>();
    for (String file : Repository.files()) {
      if (file.contains("/src/main/java/") && file.endsWith(".java")) {
        classes.add(file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length()));
      }
    }
    String text = Repository.text("docs/architecture.md");
    for (String way : WAYS) {
      String[] parts = text.split("(?m)^### The way of " + way + "$", 2);
      assertThat(parts).as("the way of %s", way).hasSize(2);
      List<String> steps =
          STEP.matcher(parts[1].split("(?m)^#", 2)[0]).results().map(s -> s.group(1)).toList();
      assertThat(steps).as("the way of %s", way).hasSizeGreaterThanOrEqualTo(10);
      assertThat(classes).as("the way of %s", way).containsAll(steps);
    }
  }

  @Test
  void everyClassThatADocumentNamesExists() throws IOException {
    Set<String> classes = new TreeSet<>(FOREIGN_CLASSES);
    List<String> documents = new ArrayList<>(pagesOfToday());
    for (String file : Repository.files()) {
      if (file.endsWith("/package-info.java")) {
        documents.add(file);
      } else if (file.endsWith(".java")) {
        classes.add(file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length()));
      }
    }
    List<String> missing = new ArrayList<>();
    for (String document : documents) {
      if (!WITHOUT_CLASSES.contains(document)) {
        for (String code : codes(Repository.text(document))) {
          String name = code.replaceFirst("^(?:[a-z0-9]+\\.)*", "").replaceFirst("[.#(<].*", "");
          if (CLASS.matcher(name).matches() && !classes.contains(name)) {
            missing.add(document + ": " + name);
          }
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everySettingThatADocumentNamesExists() throws IOException {
    Set<String> settings = new TreeSet<>(NO_SETTINGS);
    codes(Repository.text("conf/argus-settings.md")).forEach(settings::add);
    List<String> missing = new ArrayList<>();
    for (String document : pagesOfToday()) {
      for (String code : codes(Repository.text(document))) {
        Matcher setting = SETTING.matcher(code);
        if (setting.matches()
            && !setting.group(1).startsWith("argus.rivals.")
            && !settings.contains(setting.group(1))) {
          missing.add(document + ": " + setting.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static List<String> codes(String text) {
    List<String> codes = new ArrayList<>();
    Matcher matcher = CODE.matcher(FENCE.matcher(text).replaceAll(""));
    while (matcher.find()) {
      codes.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    return codes;
  }

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    List<String> pages = new ArrayList<>(pages());
    pages.add("conf/argus-settings.md");
    for (String page : pages) {
      for (String target : links(page)) {
        if (!leadsSomewhere(page, target)) {
          broken.add(page + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void linksOfTheReleaseArchiveStayInIt() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String page : pages()) {
      for (String target : page.startsWith("docs/") ? links(page) : List.<String>of()) {
        String file = Path.of(page).resolveSibling(target).normalize().toString();
        boolean isThere =
            IN_ARCHIVE.matcher(file).matches() || FOR_DEVELOPERS.matcher(page).matches();
        if (!target.startsWith("#") && !isThere) {
          broken.add(page + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** The links of a page to others, and to its own headings. */
  private static List<String> links(String page) throws IOException {
    return LINK.matcher(FENCE.matcher(Repository.text(page)).replaceAll(""))
        .results()
        .map(link -> link.group(1))
        .filter(target -> !target.contains("://"))
        .toList();
  }

  private static boolean leadsSomewhere(String page, String target) throws IOException {
    String[] parts = target.split("#", 2);
    Path file = Repository.ROOT.resolve(page);
    if (!parts[0].isEmpty()) {
      file = file.resolveSibling(parts[0]).normalize();
    }
    if (!Files.exists(file)) {
      return false;
    }
    return parts.length == 1 || anchors(Files.readString(file)).contains(parts[1]);
  }

  /** What GitHub makes of headings. */
  private static Set<String> anchors(String text) {
    Set<String> anchors = new TreeSet<>();
    Matcher heading = HEADING.matcher(FENCE.matcher(text).replaceAll(""));
    while (heading.find()) {
      String words = heading.group(1).trim().toLowerCase(Locale.ROOT);
      anchors.add(words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
    }
    return anchors;
  }
}
