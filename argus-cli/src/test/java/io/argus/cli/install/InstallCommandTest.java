package io.argus.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.Argus;
import io.argus.core.link.Linkage;
import io.argus.core.settings.ServerSetup;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import picocli.CommandLine;

/** {@code argus install} into installations whose jars have, or lack, what Argus needs. */
class InstallCommandTest {
  private static final String STORE = "org/apache/hadoop/hbase/Store";
  private static final String[] NEEDED = {"a", "b", "c", "d", "e", "f", "g"};

  @TempDir private Path directory;
  private final String homeBefore = System.getProperty("argus.home", "");
  private final StringWriter err = new StringWriter();
  private Path lib;

  @BeforeEach
  void aReleaseAndAnInstallation() throws IOException {
    lib = Files.createDirectories(directory.resolve("hbase/lib"));
    Files.createDirectories(directory.resolve("hbase/conf"));
    Path release = Files.createDirectories(directory.resolve("release/lib"));
    String name = "argus-hbase-2-" + ServerSetup.thisVersion() + "-dropin.jar";
    byte[] components = "entry = io.argus.hbasex.Entry".getBytes(StandardCharsets.UTF_8);
    write(
        release.resolve(name),
        Map.of(Linkage.COMPONENTS, components, "io/argus/hbasex/Entry.class", entry()));
    System.setProperty("argus.home", directory.resolve("release").toString());
  }

  @AfterEach
  void restore() {
    System.setProperty("argus.home", homeBefore);
  }

  /** A class of the shim that calls all that it needs. */
  private static byte[] entry() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V1_8, Opcodes.ACC_PUBLIC, "io/argus/hbasex/Entry", null, "java/lang/Object", null);
    MethodVisitor code = begin(writer, "use");
    for (String name : NEEDED) {
      code.visitMethodInsn(Opcodes.INVOKESTATIC, STORE, name, "()V", false);
    }
    end(code);
    return writer.toByteArray();
  }

  private static byte[] type(String type, String... methods) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, type, null, "java/lang/Object", null);
    for (String name : methods) {
      end(begin(writer, name));
    }
    return writer.toByteArray();
  }

  private static MethodVisitor begin(ClassWriter writer, String name) {
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor code = writer.visitMethod(flags, name, "()V", null, null);
    code.visitCode();
    return code;
  }

  private static void end(MethodVisitor code) {
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void write(Path jar, Map<String, byte[]> entries) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
  }

  private void hbase(String version, String... methods) throws IOException {
    String constants = "org/apache/hadoop/hbase/HConstants";
    write(
        lib.resolve("hbase-server-" + version + ".jar"),
        Map.of(constants + ".class", type(constants), STORE + ".class", type(STORE, methods)));
  }

  private int install(String... more) {
    String home = directory.resolve("hbase").toString();
    String[] words = Arrays.copyOf(new String[] {"install", "--hbase-home", home}, 3 + more.length);
    System.arraycopy(more, 0, words, 3, more.length);
    CommandLine line = Argus.commandLine().setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  private boolean isInstalled() {
    return Files.exists(directory.resolve("hbase/conf/hbase-site.xml"));
  }

  @Test
  void anHBaseThatHasEverythingIsInstalledInto() throws IOException {
    hbase("2.6.4", NEEDED);

    assertThat(install()).as(err.toString()).isZero();
    assertThat(isInstalled()).isTrue();
    assertThat(install()).as("beside Argus's own jar: " + err).isZero();
  }

  @Test
  void whatAJarInAFolderOfLibHasIsThere() throws IOException {
    hbase("2.6.4", NEEDED);
    Path folder = Files.createDirectories(lib.resolve("client-facing-thirdparty"));
    Files.move(lib.resolve("hbase-server-2.6.4.jar"), folder.resolve("hbase-server-2.6.4.jar"));

    assertThat(install()).as(err.toString()).isZero();
  }

  @Test
  void anHBaseThatLacksMembersIsRefusedWithTheirNames() throws IOException {
    hbase("2.6.4", "a");

    assertThat(install()).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            "this HBase lacks org.apache.hadoop.hbase.Store.b(), org.apache.hadoop.hbase.Store.c(),"
                + " org.apache.hadoop.hbase.Store.d(), org.apache.hadoop.hbase.Store.e(),"
                + " org.apache.hadoop.hbase.Store.f() and 1 more",
            "nothing was changed",
            "--force");
    assertThat(isInstalled()).isFalse();
    assertThat(install("--dry-run")).isEqualTo(1);
    assertThat(install("--force")).isZero();
    assertThat(isInstalled()).isTrue();
  }

  @Test
  void aVersionThatIsNotProvenNeedsForce() throws IOException {
    hbase("2.6.6", NEEDED);

    assertThat(install()).isEqualTo(1);
    assertThat(err.toString()).contains("no server of it was ever run").doesNotContain("lacks");
    assertThat(isInstalled()).isFalse();
    assertThat(install("--force")).isZero();
    assertThat(isInstalled()).isTrue();
  }

  @Test
  void noForceInstallsIntoALineThatIsRefused() throws IOException {
    hbase("2.2.7", NEEDED);

    assertThat(install("--force")).isEqualTo(1);
    assertThat(err.toString()).contains("HBase 2.2.7").doesNotContain("--force");
    assertThat(isInstalled()).isFalse();
  }

  @Test
  void whatNeedsForceIsTakenOutWithoutIt() throws IOException {
    hbase("2.6.6", "a");
    assertThat(install("--force")).isZero();

    assertThat(install("--undo")).as(err.toString()).isZero();
    assertThat(lib.resolve("argus-hbase-2-" + ServerSetup.thisVersion() + "-dropin.jar"))
        .doesNotExist();
  }

  @Test
  void whereTheClassesOfHBaseAreElsewhereNothingIsKnownToBeMissing() throws IOException {
    Files.createFile(lib.resolve("hbase-server-2.6.4.jar"));

    assertThat(install()).as(err.toString()).isZero();
  }
}
