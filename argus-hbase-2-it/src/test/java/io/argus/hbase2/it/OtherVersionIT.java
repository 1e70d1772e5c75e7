package io.argus.hbase2.it;

import java.util.Map;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The version that the system property {@code argus.runtime} names, with the block cache that
 * {@code argus.block.cache} names: {@code heap} or {@code offheap} (bin/versions).
 */
@EnabledIfSystemProperty(named = HBase2.OTHER, matches = ".+")
class OtherVersionIT extends HBase2Contract {
  private static final String BLOCK_CACHE = System.getProperty("argus.block.cache", "heap");

  OtherVersionIT() {
    super(new HBase2("other", System.getProperty(HBase2.OTHER)), site(BLOCK_CACHE));
  }

  private static Map<String, String> site(String blockCache) {
    return switch (blockCache) {
      case "heap" -> Map.of();
      case "offheap" -> OFF_HEAP;
      default ->
          throw new IllegalArgumentException(
              "argus.block.cache is " + blockCache + "; must be heap or offheap");
    };
  }

  /** Once for each version is enough: it does not depend on where blocks are cached. */
  @Override
  protected boolean isWhole() {
    return BLOCK_CACHE.equals("heap");
  }
}
