package io.argus.cli.live;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of all servers of a running cluster: what their site files say, what operators
 * changed, and changes of it.
 *
 * <p>Used by one thread.
 */
public final class StoredSettings {
  private final LiveCluster live;
  private final ArgusNodes nodes;
  private @Nullable Settings site;

  StoredSettings(LiveCluster live, ArgusNodes nodes) {
    this.live = live;
    this.nodes = nodes;
  }

  /**
   * The settings of the master without what operators changed. If no master says them, those of the
   * site file here, which need not be the servers'; standard error says so.
   */
  public Settings site() throws IOException, InterruptedException {
    Settings known = site;
    if (known == null) {
      Optional<ServerSetup> master = mastersSetup();
      if (!master.isPresent()) {
        System.err.println(
            "argus: no master says its settings; taken from " + live.location().file());
      }
      known =
          master
              .map(setup -> Settings.read(setup.settings()::get))
              .orElse(live.location().settings());
      site = known;
    }
    return known;
  }

  private Optional<ServerSetup> mastersSetup() throws IOException, InterruptedException {
    try {
      return live.read(ClusterDocuments.STATUS)
          .map(status -> ClusterStatus.read(status).master().setup())
          .filter(setup -> !setup.pluginVersion().isEmpty());
    } catch (DeniedException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What operators have changed so far; nothing if that cannot be read. */
  public SettingsOverrides overrides() throws IOException, InterruptedException {
    try {
      return requireOverrides();
    } catch (DeniedException e) {
      return SettingsOverrides.NONE;
    }
  }

  private SettingsOverrides requireOverrides() throws IOException, InterruptedException {
    return SettingsOverrides.readOrNone(live.read(ClusterDocuments.SETTINGS).orElse(null));
  }

  /** The text of a setting that is in force. */
  public String text(Setting<?> setting) throws IOException, InterruptedException {
    return text(overrides(), site(), setting.key());
  }

  /** The text of a setting with changes of operators. */
  public static String text(SettingsOverrides overrides, Settings site, String key) {
    return overrides.values().getOrDefault(key, site.text(key));
  }

  /**
   * Changes settings of all servers. The change goes through the master if the master authorizes
   * changes, else directly to ZooKeeper.
   *
   * @param changes text by key; null takes a change back
   * @return everything that is changed now
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if the master must authorize the change and does not answer
   * @throws IllegalArgumentException saying what would be right
   */
  public SettingsOverrides change(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    if (!live.asksMaster()) {
      return changeInZooKeeper(changes);
    }
    overrides().with(changes, site(), "", 0); // finds typing errors without the master
    return changeByMaster(changes);
  }

  private SettingsOverrides changeByMaster(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    byte[] asked = SettingsOverrides.writeChanges(changes);
    return SettingsOverrides.read(new MasterCall(live.location()).change("set", asked));
  }

  /** {@link #change} that never asks the master. */
  public SettingsOverrides changeInZooKeeper(Map<String, @Nullable String> changes)
      throws IOException, InterruptedException {
    return changeInZooKeeper(site(), before -> changes);
  }

  /**
   * {@link #change} of one setting to what becomes of its text. If somebody else changes the
   * settings meanwhile, it begins again from theirs.
   *
   * @param change may throw to refuse; may be called several times
   * @throws DeniedException if the user is not an administrator, or may not read the settings
   */
  public SettingsOverrides merge(Setting<?> setting, UnaryOperator<String> change)
      throws IOException, InterruptedException {
    Settings of = site();
    String key = setting.key();
    if (!live.asksMaster()) {
      return changeInZooKeeper(
          of, before -> Collections.singletonMap(key, change.apply(text(before, of, key))));
    }
    while (true) {
      SettingsOverrides before = requireOverrides();
      String after = change.apply(text(before, of, key));
      Map<String, @Nullable String> changes = before.onlyHere(Collections.singletonMap(key, after));
      before.with(changes, of, "", 0);
      try {
        return changeByMaster(changes);
      } catch (DeniedException | NoMasterException e) {
        throw e;
      } catch (IOException e) {
        if (requireOverrides().version() == before.version()) {
          throw e;
        }
      }
    }
  }

  private interface Changes {
    Map<String, @Nullable String> of(SettingsOverrides before);
  }

  private SettingsOverrides changeInZooKeeper(Settings of, Changes changes)
      throws IOException, InterruptedException {
    String who = System.getProperty("user.name");
    byte[] written =
        nodes.update(
            ClusterDocuments.SETTINGS,
            stored -> {
              SettingsOverrides before = SettingsOverrides.readOrNone(stored);
              return before.with(changes.of(before), of, who, System.currentTimeMillis()).toJson();
            });
    return SettingsOverrides.read(written);
  }
}
