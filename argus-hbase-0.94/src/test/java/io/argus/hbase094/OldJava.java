package io.argus.hbase094;

import org.apache.hadoop.hbase.util.ClassSize;

/** Loads the class of HBase 0.94 that cannot read the version of a current Java. */
public final class OldJava {
  static {
    String version = System.getProperty("java.version");
    System.setProperty("java.version", "1.8.0_400");
    try {
      if (ClassSize.OBJECT <= 0) {
        throw new IllegalStateException("ClassSize could not be loaded");
      }
    } finally {
      System.setProperty("java.version", version);
    }
  }

  private OldJava() {}

  /** To be called before any class of HBase that computes its heap size. */
  public static void pretend() {}
}
