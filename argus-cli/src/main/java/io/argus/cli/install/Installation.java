package io.argus.cli.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Argus inside one HBase installation: its jar in {@code lib}, its keys in {@code
 * conf/hbase-site.xml}.
 *
 * <p>Installing keeps a copy of the site file. Undoing restores that copy if nobody has changed the
 * file since. Otherwise it takes out Argus's keys only. Owner and rights of the file stay as they
 * are, and a link stays a link.
 *
 * <p>Used by one thread.
 */
final class Installation {
  private static final String JAR_PATTERN = "argus-hbase-*-dropin.jar";
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private final Path lib;
  private final Path site;
  private final Path copyBefore;
  private final Path copyAfter;
  private final List<Hook> hooks;

  /**
   * @param home directory of HBase, with {@code lib} and {@code conf}
   * @throws IOException if it is not such a directory
   */
  Installation(Path home, List<Hook> hooks) throws IOException {
    this.lib = home.resolve("lib");
    Path conf = home.resolve("conf");
    this.site = conf.resolve("hbase-site.xml");
    this.copyBefore = site.resolveSibling("hbase-site.xml.before-argus");
    this.copyAfter = site.resolveSibling("hbase-site.xml.with-argus");
    this.hooks = Collections.unmodifiableList(new ArrayList<>(hooks));
    if (!Files.isDirectory(lib) || !Files.isDirectory(conf)) {
      throw new IOException(
          home + " is no HBase installation: must contain the directories lib and conf");
    }
  }

  /** The keys for a site file that sets none of them yet, in order. */
  static Map<String, String> keys(List<Hook> hooks) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (Hook hook : hooks) {
      keys.put(hook.key(), hook.install(null));
    }
    return keys;
  }

  /**
   * Copies the jar and sets the keys.
   *
   * @param dryRun whether to do nothing and only return the steps
   * @return one line per step
   */
  List<String> install(Path jar, boolean dryRun) throws IOException {
    List<String> steps = new ArrayList<>();
    SiteFile changed = SiteFile.read(site);
    for (Hook hook : hooks) {
      setKey(changed, hook, steps);
    }
    Path target = lib.resolve(jar.getFileName());
    steps.add("copy " + jar.getFileName() + " to " + target);
    if (!dryRun) {
      boolean editedSince = Files.exists(copyBefore) && !isAsInstalled();
      byte[] text = changed.text().getBytes(StandardCharsets.UTF_8);
      if (Files.exists(site) && !Files.exists(copyBefore)) {
        write(copyBefore, Files.readAllBytes(site));
      }
      write(site, text);
      if (editedSince) {
        Files.deleteIfExists(copyAfter); // an undo must keep what somebody changed since
      } else {
        write(copyAfter, text);
      }
      Files.copy(jar, target, StandardCopyOption.REPLACE_EXISTING);
    }
    removeJars(jar.getFileName(), dryRun, steps);
    return steps;
  }

  /** Returns a line for each key of the site file that has no effect while Argus schedules. */
  List<String> ineffectiveKeys() throws IOException {
    return IneffectiveKey.linesOf(SiteFile.read(site));
  }

  private boolean isAsInstalled() throws IOException {
    return Files.exists(copyAfter)
        && Files.exists(site)
        && Arrays.equals(Files.readAllBytes(site), Files.readAllBytes(copyAfter));
  }

  private static void setKey(SiteFile file, Hook hook, List<String> steps) {
    String present = file.get(hook.key()).orElse(null);
    String wanted = hook.install(present);
    if (wanted.equals(present)) {
      steps.add("keep " + hook.key() + ", which is set already");
      return;
    }
    if (hook.displacedTo() != null && present != null) {
      file.set(hook.displacedTo(), present);
      steps.add("set " + hook.displacedTo() + " = " + present + " (configured before Argus)");
    }
    file.set(hook.key(), wanted);
    steps.add("set " + hook.key() + " = " + wanted + " (" + hook.why() + ")");
  }

  /**
   * Takes out the jar and the keys, of either release of HBase.
   *
   * @param dryRun whether to do nothing and only return the steps
   * @return one line per step, none if nothing was installed
   */
  List<String> undo(boolean dryRun) throws IOException {
    List<String> steps = new ArrayList<>();
    removeJars(null, dryRun, steps);
    if (Files.exists(copyBefore) && isAsInstalled()) {
      steps.add("restore " + site + " as it was before");
      if (!dryRun) {
        write(site, Files.readAllBytes(copyBefore));
      }
    } else if (Files.exists(site)) {
      SiteFile file = SiteFile.read(site);
      int stepsBefore = steps.size();
      for (List<Hook> any : Arrays.asList(Hook.HBASE_2, Hook.HBASE_0_94)) {
        for (Hook hook : any) {
          unsetKey(file, hook, steps);
        }
      }
      if (!dryRun && steps.size() > stepsBefore) {
        write(site, file.text().getBytes(StandardCharsets.UTF_8));
      }
    }
    if (!dryRun) {
      Files.deleteIfExists(copyBefore);
      Files.deleteIfExists(copyAfter);
    }
    return steps;
  }

  private static void unsetKey(SiteFile file, Hook hook, List<String> steps) {
    String present = file.get(hook.key()).orElse("");
    if (!present.contains(hook.entryClass())) {
      return;
    }
    String before =
        hook.displacedTo() == null
            ? hook.uninstall(present).orElse(null)
            : file.get(hook.displacedTo()).orElse(null);
    if (before == null) {
      file.remove(hook.key());
      steps.add("remove " + hook.key());
    } else {
      file.set(hook.key(), before);
      steps.add("set " + hook.key() + " = " + before);
    }
    if (hook.displacedTo() != null) {
      file.remove(hook.displacedTo());
    }
  }

  private void removeJars(@Nullable Path except, boolean dryRun, List<String> steps)
      throws IOException {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, JAR_PATTERN)) {
      for (Path jar : jars) {
        if (!jar.getFileName().equals(except)) {
          steps.add("delete " + jar);
          if (!dryRun) {
            Files.delete(jar);
          }
        }
      }
    }
  }

  /**
   * Writes a file with the owner and rights of the site file, all or nothing: HBase does not start
   * with half a site file.
   */
  private void write(Path file, byte[] text) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    Path fresh = target.resolveSibling(target.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try {
      if (Files.exists(site)) {
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PRIVATE));
        Files.write(fresh, text);
        copyRights(site, fresh);
      } else {
        Files.write(fresh, text);
      }
      Files.move(
          fresh, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void copyRights(Path from, Path to) throws IOException {
    PosixFileAttributes wanted = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    PosixFileAttributes present = view.readAttributes();
    if (!wanted.group().equals(present.group())) {
      view.setGroup(wanted.group());
    }
    view.setPermissions(wanted.permissions());
    if (!wanted.owner().equals(present.owner())) {
      view.setOwner(wanted.owner());
    }
  }
}
