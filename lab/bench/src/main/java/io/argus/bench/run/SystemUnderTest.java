package io.argus.bench.run;

import io.argus.cluster.runtime.Plugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * One of the systems a campaign compares.
 *
 * @param name {@code stock}, {@code argus} or the name of a rival
 * @param preparation what is done before each workload mix
 */
public record SystemUnderTest(String name, Plugin plugin, MixPreparation preparation) {

  /** A system that needs nothing but its plugin. */
  public SystemUnderTest(String name, Plugin plugin) {
    this(name, plugin, MixPreparation.NONE);
  }

  /** A digest of jars and properties: a rebuilt or reconfigured system is a different system. */
  public String fingerprint() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(new TreeMap<>(plugin.site()).toString().getBytes(StandardCharsets.UTF_8));
      digest.update(preparation.describe().getBytes(StandardCharsets.UTF_8));
      for (Path jar : plugin.jars()) {
        digest.update(Files.readAllBytes(jar));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
