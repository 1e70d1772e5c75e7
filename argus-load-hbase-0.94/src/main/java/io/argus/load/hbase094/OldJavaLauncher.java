package io.argus.load.hbase094;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class with a Java version that HBase 0.94 can parse: {@code MAIN ARGUMENT...}.
 *
 * <p>0.94 only parses versions such as 1.8.0_400, and the command line cannot set that property.
 * Used by one thread.
 */
final class OldJavaLauncher {
  private OldJavaLauncher() {}

  public static void main(String[] arguments) throws Throwable {
    System.setProperty("java.version", "1.8.0_400");
    try {
      Class.forName(arguments[0])
          .getMethod("main", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
