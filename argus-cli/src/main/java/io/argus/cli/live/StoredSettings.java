package io.argus.cli.live;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.Optional;
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

  /** The text of a setting that is in force on all servers that have none of their own. */
  public String text(Setting<?> setting) throws IOException, InterruptedException {
    return text(overrides(), site(), setting.key());
  }

  /** The text of a setting with the changes of operators that have not ended. */
  public static String text(SettingsOverrides overrides, Settings site, String key) {
    String changed = overrides.values(System.currentTimeMillis()).get(key);
    return changed == null ? site.text(key) : changed;
  }

  /** What the settings would be after a change; nothing is stored. */
  public SettingsOverrides tried(ChangeRequest request) throws IOException, InterruptedException {
    return overrides()
        .with(request, site(), LiveCluster.unverifiedUser(), System.currentTimeMillis());
  }

  /**
   * Changes settings. The change goes through the master if the master authorizes changes, else
   * directly to ZooKeeper.
   *
   * @param withoutMaster whether it goes to ZooKeeper, too, if the master does not answer
   * @return everything that is changed now
   * @throws DeniedException if the user is not an administrator
   * @throws IOException also if the master must authorize the change and does not answer
   * @throws IllegalArgumentException saying what would be right
   */
  public SettingsOverrides change(ChangeRequest request, boolean withoutMaster)
      throws IOException, InterruptedException {
    Settings of = site();
    if (!live.asksMaster()) {
      return changeInZooKeeper(of, before -> request);
    }
    tried(request); // finds typing errors without the master
    try {
      return live.changeByMaster(request);
    } catch (NoMasterException e) {
      if (!withoutMaster) {
        throw e;
      }
      System.err.println("argus: " + e.getMessage() + "; changed in ZooKeeper instead");
      return changeInZooKeeper(of, before -> request);
    }
  }

  /** Adds an entry to the log of changes. Never fails: what it is about is changed already. */
  public void note(ChangeRequest note) throws InterruptedException {
    try {
      change(note, false);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println("argus: changed, but not in the log of changes: " + e.getMessage());
    }
  }

  /** Makes a request from the settings that it is to change. */
  public interface Requested {
    /** May throw to refuse; may be called several times. */
    ChangeRequest from(SettingsOverrides before);
  }

  /**
   * {@link #change} that depends on what is set. If somebody else changes the settings meanwhile,
   * it begins again from theirs.
   *
   * @throws DeniedException if the user is not an administrator, or may not read the settings
   */
  public SettingsOverrides merge(Requested request) throws IOException, InterruptedException {
    Settings of = site();
    if (!live.asksMaster()) {
      return changeInZooKeeper(of, request);
    }
    while (true) {
      SettingsOverrides before = requireOverrides();
      ChangeRequest bound = request.from(before).onlyFrom(before);
      before.with(bound, of, "", 0);
      try {
        return live.changeByMaster(bound);
      } catch (DeniedException | NoMasterException e) {
        throw e;
      } catch (IOException e) {
        if (requireOverrides().version() == before.version()) {
          throw e;
        }
      }
    }
  }

  private SettingsOverrides changeInZooKeeper(Settings of, Requested request)
      throws IOException, InterruptedException {
    byte[] written =
        nodes.update(
            ClusterDocuments.SETTINGS,
            stored -> {
              SettingsOverrides before = SettingsOverrides.readOrNone(stored);
              return before
                  .with(
                      request.from(before),
                      of,
                      LiveCluster.unverifiedUser(),
                      System.currentTimeMillis())
                  .toJson();
            });
    return SettingsOverrides.read(written);
  }
}
