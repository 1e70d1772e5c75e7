package io.argus.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A shim that is compiled against one HBase and linked with another. */
class LinkageTest {
  private static final String STORE = "org.apache.hadoop.hbase.Store.";
  private static final String SHIM =
      """
      package io.argus.hbasex;
      import org.apache.hadoop.hbase.*;
      public class Entry %s {
        %s
      }
      """;

  @TempDir private Path directory;
  private Path before;
  private Path after;
  private Path shim;

  @BeforeEach
  void directories() {
    before = directory.resolve("before");
    after = directory.resolve("after");
    shim = directory.resolve("shim");
  }

  private static String store(String body) {
    return "package org.apache.hadoop.hbase; public class Store { " + body + " }";
  }

  private static String type(String declaration) {
    return "package org.apache.hadoop.hbase; public " + declaration;
  }

  private void compileShim(String heritage, String body, String... more) throws Exception {
    String[] sources = new String[more.length + 1];
    sources[0] = String.format(SHIM, heritage, body);
    System.arraycopy(more, 0, sources, 1, more.length);
    Compiled.into(shim, List.of(before), sources);
    components("entry = io.argus.hbasex.Entry");
  }

  private void components(String lines) throws IOException {
    Path file = shim.resolve(Linkage.COMPONENTS);
    Files.createDirectories(file.getParent());
    Files.writeString(file, lines);
  }

  private Linkage link() throws IOException {
    URL[] path = {shim.toUri().toURL(), after.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      return Linkage.of(loader);
    }
  }

  private List<String> missing() throws IOException {
    return link().missing("entry");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "public int size(String of) { return 1; } | return new Store().size(null); | size(String): int",
        "public static long size;                 | return Store.size;             | size: long",
        "public java.util.List<?>[] all;          | return new Store().all;        | all: List[]",
        "public void open() {}                    | new Store().open(); return 0;  | open()",
      })
  void aMemberThatIsGoneIsNamed(String member, String use, String name) throws Exception {
    Compiled.into(before, List.of(), store(member));
    compileShim("", "static Object use() { " + use + " }");
    Compiled.into(after, List.of(), store(member));
    assertThat(missing()).isEmpty();

    Compiled.into(after, List.of(), store(""));
    assertThat(missing()).contains(STORE + name);
  }

  @Test
  void aConstructorThatIsGoneIsNamedAsPeopleWriteIt() throws Exception {
    Compiled.into(before, List.of(), store("public Store(int regions) {}"));
    compileShim("", "static Object use() { return new Store(1); }");
    Compiled.into(after, List.of(), store(""));

    assertThat(missing()).containsExactly("new org.apache.hadoop.hbase.Store(int)");
  }

  @Test
  void aClassThatIsGoneIsNamedOnceAndNotItsMembers() throws Exception {
    Compiled.into(before, List.of(), store("public void open() {}"));
    compileShim("", "static void use(Store[] all) { all[0].open(); }");

    assertThat(missing()).containsExactly("org.apache.hadoop.hbase.Store");
  }

  @Test
  void anotherResultIsAnotherMethod() throws Exception {
    Compiled.into(before, List.of(), store("public int size() { return 1; }"));
    compileShim("", "static long use() { return new Store().size(); }");
    Compiled.into(after, List.of(), store("public long size() { return 1; }"));

    assertThat(missing()).containsExactly(STORE + "size(): int");
  }

  @Test
  void whatASupertypeHasResolves() throws Exception {
    String parts =
        "public int count; public int size() { return 1; } public int width() { return 1; }";
    Compiled.into(before, List.of(), store(parts));
    compileShim(
        "", "static int use(Store s) { return s.size() + s.count + s.width() + s.hashCode(); }");
    Compiled.into(
        after,
        List.of(),
        type("class Base { public int count; public int size() { return 1; } }"),
        type("interface Wide { default int width() { return 1; } }"),
        "package org.apache.hadoop.hbase; public class Store extends Base implements Wide {}");

    assertThat(missing()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int size() { return 1; }               | size(): int (is private to its package)",
        "private int size() { return 1; }       | size(): int (is private)",
        "protected int size() { return 1; }     | size(): int (is protected)",
        "public static int size() { return 1; } | size(): int (is static)",
      })
  void whatArgusMayNotUseIsNamedWithTheReason(String member, String name) throws Exception {
    Compiled.into(before, List.of(), store("public int size() { return 1; }"));
    compileShim("", "static int use() { return new Store().size(); }");
    Compiled.into(after, List.of(), store(member));

    assertThat(missing()).containsExactly(STORE + name);
  }

  @Test
  void whatIsProtectedIsForSubclasses() throws Exception {
    Compiled.into(before, List.of(), store("protected int size() { return 1; }"));
    compileShim("extends Store", "public String toString() { return \"\" + size(); }");
    Compiled.into(after, List.of(), store("protected int size() { return 1; }"));

    assertThat(missing()).isEmpty();
  }

  @Test
  void aMemberThatAClassOfArgusWasToInheritIsNamedAsThatOfHBase() throws Exception {
    Compiled.into(before, List.of(), store("protected int size() { return 1; }"));
    compileShim("extends Store", "public String toString() { return \"\" + size(); }");
    Compiled.into(after, List.of(), store(""));

    assertThat(missing()).containsExactly(STORE + "size(): int");
  }

  @Test
  void aClassThatIsNotPublicAnyMoreIsNamed() throws Exception {
    Compiled.into(before, List.of(), store("public void open() {}"));
    compileShim("", "static void use(Store store) { store.open(); }");
    Compiled.into(
        after, List.of(), "package org.apache.hadoop.hbase; class Store { public void open() {} }");

    assertThat(missing()).containsExactly("org.apache.hadoop.hbase.Store (is not public)");
  }

  @Test
  void aClassOfArgusInThePackageOfHBaseMayUseItAndIsNotOfHBase() throws Exception {
    Compiled.into(before, List.of(), store("int size() { return 1; }"));
    String access = type("class Access { public static int of(Store s) { return s.size(); } }");
    Compiled.into(shim, List.of(before), access);
    components("entry = org.apache.hadoop.hbase.Access");
    Compiled.into(after, List.of(), store("int size() { return 1; }"));
    assertThat(missing()).isEmpty();
    assertThat(link().classes()).containsExactly("org.apache.hadoop.hbase.Access");

    Compiled.into(after, List.of(), store("private int size() { return 1; }"));
    assertThat(missing()).containsExactly(STORE + "size(): int (is private)");
  }

  @Test
  void anAbstractMethodThatIsNewIsNamedWithTheClassThatLacksIt() throws Exception {
    Compiled.into(before, List.of(), type("interface Listener { void opened(); }"));
    compileShim("implements Listener", "public void opened() {}");
    Compiled.into(
        after,
        List.of(),
        type("interface Listener { void opened(); default void c() {} void closed(String why); }"));

    assertThat(missing())
        .containsExactly(
            "org.apache.hadoop.hbase.Listener.closed(String) (is abstract, not implemented by"
                + " io.argus.hbasex.Entry)");
  }

  @Test
  void aClassOrMethodThatBecameFinalAndAClassThatBecameAnInterfaceAreNamed() throws Exception {
    Compiled.into(before, List.of(), store("public void open() {}"), type("class Other {}"));
    String other = "package io.argus.hbasex; class More extends org.apache.hadoop.hbase.Other {}";
    compileShim("extends Store", "public void open() { new More(); }", other);
    Compiled.into(
        after, List.of(), store("public final void open() {}"), type("final class Other {}"));
    assertThat(missing())
        .contains(STORE + "open() (is final)", "org.apache.hadoop.hbase.Other (is final)");

    Compiled.into(after, List.of(), type("interface Store { void open(); }"));
    assertThat(missing()).contains("org.apache.hadoop.hbase.Store (is an interface)");
  }

  private static final String GONE = "public static void gone() {}";
  private static final String SCANNER = "interface Scanner { void next(); %s }";
  private static final String NEWER = String.format(SCANNER, "void newer();");

  /** A method for an HBase that is newer. */
  private void compileNewer(String body) throws Exception {
    Compiled.into(before, List.of(), store(GONE), type(NEWER));
    compileShim("implements Scanner", "public void next() {} " + body);
  }

  @Test
  void aMethodForANewerHBaseIsNotCalledByAnOlderOneAndNeitherIsWhatOnlyItRefersTo()
      throws Exception {
    compileNewer(
        "public void newer() { helper(); new Thread(() -> Store.gone()).start(); }"
            + "private static void helper() { Store.gone(); }");
    Compiled.into(after, List.of(), store(""), type(String.format(SCANNER, "")));
    assertThat(missing()).isEmpty();

    Compiled.into(after, List.of(), store(""), type(NEWER));
    assertThat(missing()).containsExactly(STORE + "gone()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static void use(Entry e) { e.newer(); }",
        "static void use(Entry e) { new Thread(e::newer).start(); }",
        "static void use(Entry e) { Runnable r = () -> e.newer(); r.run(); }",
      })
  void aMethodForANewerHBaseThatArgusItselfCallsCounts(String caller) throws Exception {
    compileNewer("public void newer() { Store.gone(); } " + caller);
    Compiled.into(after, List.of(), store(""), type(String.format(SCANNER, "")));

    assertThat(missing()).containsExactly(STORE + "gone()");
  }

  @Test
  void aCallThroughAnInterfaceOfArgusReachesItsImplementations() throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim(
        "",
        "static void use() { Port port = new More(); port.act(); }",
        "package io.argus.hbasex; interface Port { void act(); }",
        "package io.argus.hbasex; import org.apache.hadoop.hbase.*;"
            + " class More implements Port { public void act() { Store.gone(); } }");
    Compiled.into(after, List.of(), store(""));

    assertThat(missing()).containsExactly(STORE + "gone()");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Store::gone", "() -> Store.gone()"})
  void lambdasAndMethodReferencesAreFollowed(String lambda) throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim("", "static Runnable use() { return " + lambda + "; }");
    Compiled.into(after, List.of(), store(""));

    assertThat(missing()).containsExactly(STORE + "gone()");
  }

  @Test
  void aLambdaImplementsAMethodOfHBase() throws Exception {
    Compiled.into(before, List.of(), type("interface Listener { void opened(); }"));
    compileShim("", "static Listener use() { return () -> {}; }");
    Compiled.into(after, List.of(), type("interface Listener { void opened(int region); }"));

    assertThat(missing()).containsExactly("org.apache.hadoop.hbase.Listener.opened()");
  }

  @Test
  void anExceptionThatIsCaughtMustBeThereForTheClassToBeLoaded() throws Exception {
    Compiled.into(before, List.of(), type("class Gone extends RuntimeException {}"));
    compileShim(
        "", "public void neverCalled() throws Exception { try { wait(); } catch (Gone e) {} }");

    assertThat(missing()).containsExactly("org.apache.hadoop.hbase.Gone");
  }

  @Test
  void whereAnotherClassIsNotThereNobodyCanTell() throws Exception {
    String third = "package org.third; public class Base { public void open() {} }";
    Compiled.into(before, List.of(), third);
    String extending =
        "package org.apache.hadoop.hbase; public class Store extends org.third.Base {}";
    Compiled.into(before, List.of(before), extending);
    compileShim("", "static void use() { new Store().open(); new Store().hashCode(); }");
    Compiled.into(after, List.of(before), extending);

    assertThat(missing()).isEmpty();
  }

  @Test
  void aClassFileThatCannotBeReadIsNotKnownToLackAnything() throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim("", "static void use() { Store.gone(); }");
    Path file = after.resolve("org/apache/hadoop/hbase/Store.class");
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[] {1, 2, 3});

    assertThat(missing()).isEmpty();
  }

  @Test
  void classFilesOfANewerJavaAreRead() throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim("", "static void use() { Store.gone(); }");
    Compiled.into(after, List.of(), store(""));
    Path file = after.resolve("org/apache/hadoop/hbase/Store.class");
    byte[] bytes = Files.readAllBytes(file);
    bytes[7] = 99;
    Files.write(file, bytes);

    assertThat(missing()).containsExactly(STORE + "gone()");
  }

  @Test
  void aComponentEndsWhereOthersBegin() throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim(
        "",
        "static void use() { Other.use(); }",
        "package io.argus.hbasex; import org.apache.hadoop.hbase.*;"
            + " class Other { static void use() { Store.gone(); } }");
    components(
        """
        entry = io.argus.hbasex.Entry
        other = io.argus.hbasex.Other
        optional = other
        """);
    Compiled.into(after, List.of(), store(""));

    Linkage linkage = link();
    assertThat(linkage.components()).containsExactly("entry", "other");
    assertThat(linkage.missing("entry")).isEmpty();
    assertThat(linkage.missing("other")).containsExactly(STORE + "gone()");
    assertThat(linkage.isOptional("other")).isTrue();
    assertThat(linkage.missing()).isEmpty();
    assertThat(linkage.missing("none")).isEmpty();
  }

  @Test
  void oneOfSeveralAlternativesIsEnough() throws Exception {
    Compiled.into(before, List.of(), store(GONE));
    compileShim(
        "",
        "static void use() { Store.gone(); }",
        "package io.argus.hbasex; class Other { static void use() {} }");
    Compiled.into(after, List.of(), store(""));
    components("entry = io.argus.hbasex.Entry | io.argus.hbasex.Other");
    assertThat(link().missing()).isEmpty();

    components("entry = io.argus.hbasex.Entry | io.argus.hbasex.None");
    assertThat(link().missing()).hasSize(1);
  }

  @Test
  void withoutAShimNothingCanBeLinked() {
    assertThatThrownBy(this::link)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(Linkage.COMPONENTS);
  }

  @Test
  void fiveMembersAreNamed() {
    assertThat(Linkage.text(List.of("a", "b"))).isEqualTo("a, b");
    assertThat(Linkage.text(List.of("a", "b", "c", "d", "e", "f", "g")))
        .isEqualTo("a, b, c, d, e and 2 more");
  }
}
