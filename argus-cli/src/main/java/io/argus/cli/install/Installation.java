package io.argus.cli.install;

import com.google.common.collect.ImmutableList;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Argus inside one HBase installation: its jar in {@code lib}, its keys in {@code
 * conf/hbase-site.xml}.
 *
 * <p>Installing keeps a copy of the site file. Undoing restores that copy if nobody has changed the
 * file since. Otherwise it takes out Argus's keys only. Owner and rights of the file stay as they
 * are, and a link stays a link.
 *
 * <p>The keys never name classes that no jar has, because HBase does not start with such keys: the
 * jar comes before them and goes after them.
 *
 * <p>Used by one thread.
 */
final class Installation {
  /** Names of Argus's jars, of any version. */
  static final String JAR_PATTERN = "argus-hbase-*-dropin.jar";

  /** The mode of an installation that is new. */
  static final String FIRST_MODE = "observe";

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
    this.hooks = ImmutableList.copyOf(hooks);
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
    keys.put(Settings.MODE.key(), FIRST_MODE);
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
    boolean isNew = hooks.stream().noneMatch(hook -> hook.isIn(changed));
    for (Hook hook : hooks) {
      setKey(changed, hook, steps);
    }
    setMode(changed, isNew, steps);
    Path target = lib.resolve(jar.getFileName());
    steps.add("copy " + jar.getFileName() + " to " + target);
    if (!dryRun) {
      install(jar, target, changed.text().getBytes(StandardCharsets.UTF_8));
    }
    removeJars(jar.getFileName(), dryRun, steps);
    return steps;
  }

  /**
   * Writes everything beside its place first: what fails, for want of rights or of space, fails
   * before anything is changed. Then the jar comes first and the site file last.
   */
  private void install(Path jar, Path target, byte[] text) throws IOException {
    boolean editedSince = Files.exists(copyBefore) && !isAsInstalled();
    boolean isFirst = Files.exists(site) && !Files.exists(copyBefore);
    if (editedSince) {
      Files.deleteIfExists(copyAfter); // an undo must keep what somebody changed since
    }
    try (StagedFile newJar = StagedFile.copyOf(jar, target);
        StagedFile before = isFirst ? staged(copyBefore, Files.readAllBytes(site)) : null;
        StagedFile after = editedSince ? null : staged(copyAfter, text);
        StagedFile newSite = staged(site, text)) {
      newJar.publish();
      if (before != null) {
        before.publish();
      }
      if (after != null) {
        after.publish();
      }
      newSite.publish();
    }
  }

  private StagedFile staged(Path target, byte[] text) throws IOException {
    return StagedFile.like(site, target, text);
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

  /** An upgrade changes no mode. */
  private static void setMode(SiteFile file, boolean isNew, List<String> steps) {
    String key = Settings.MODE.key();
    String current = file.get(key).orElse(null);
    if (current != null) {
      steps.add("keep " + key + " = " + current);
    } else if (isNew) {
      file.set(key, FIRST_MODE);
      steps.add("set " + key + " = " + FIRST_MODE + " (nothing is enforced before 'argus mode')");
    }
  }

  private static void setKey(SiteFile file, Hook hook, List<String> steps) {
    String current = file.get(hook.key()).orElse(null);
    String wanted = hook.install(current);
    if (wanted.equals(current)) {
      steps.add("keep " + hook.key() + ", which is set already");
      return;
    }
    if (hook.displacedTo() != null && current != null) {
      file.set(hook.displacedTo(), current);
      steps.add("set " + hook.displacedTo() + " = " + current + " (configured before Argus)");
    }
    file.set(hook.key(), wanted);
    steps.add("set " + hook.key() + " = " + wanted + " (" + hook.why() + ")");
  }

  /**
   * Takes out the keys and the jar, of either release of HBase.
   *
   * @param dryRun whether to do nothing and only return the steps
   * @return one line per step, none if nothing was installed
   * @throws IOException if the directory of the jar cannot be written; then nothing was changed
   */
  List<String> undo(boolean dryRun) throws IOException {
    List<String> steps = new ArrayList<>();
    Optional<byte[]> siteBefore = siteWithoutArgus(steps);
    boolean hasJars = removeJars(null, true, new ArrayList<>());
    if (!dryRun) {
      if (hasJars && !Files.isWritable(lib)) {
        throw new IOException(lib + " cannot be written by this user: run it as one who can");
      }
      if (siteBefore.isPresent()) {
        try (StagedFile restored = staged(site, siteBefore.get())) {
          restored.publish();
        }
      }
      Files.deleteIfExists(copyBefore);
      Files.deleteIfExists(copyAfter);
    }
    removeJars(null, dryRun, steps);
    return steps;
  }

  /** The site file without Argus's keys; empty if it has none. */
  private Optional<byte[]> siteWithoutArgus(List<String> steps) throws IOException {
    if (Files.exists(copyBefore) && isAsInstalled()) {
      steps.add("restore " + site + " as it was before");
      return Optional.of(Files.readAllBytes(copyBefore));
    }
    if (Files.exists(site)) {
      SiteFile file = SiteFile.read(site);
      for (List<Hook> any : Arrays.asList(Hook.HBASE_2, Hook.HBASE_0_94)) {
        for (Hook hook : any) {
          unsetKey(file, hook, steps);
        }
      }
      if (file.get(Settings.MODE.key()).isPresent()) {
        file.remove(Settings.MODE.key());
        steps.add("remove " + Settings.MODE.key());
      }
      if (!steps.isEmpty()) {
        return Optional.of(file.text().getBytes(StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }

  private static void unsetKey(SiteFile file, Hook hook, List<String> steps) {
    if (!hook.isIn(file)) {
      return;
    }
    String current = file.get(hook.key()).orElse("");
    String before =
        hook.displacedTo() == null
            ? hook.uninstall(current).orElse(null)
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

  /** Deletes Argus's jars but one; returns whether there are any. */
  private boolean removeJars(@Nullable Path except, boolean dryRun, List<String> steps)
      throws IOException {
    boolean found = false;
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(lib, JAR_PATTERN)) {
      for (Path jar : jars) {
        if (!jar.getFileName().equals(except)) {
          found = true;
          steps.add("delete " + jar);
          if (!dryRun) {
            Files.delete(jar);
          }
        }
      }
    }
    return found;
  }
}
