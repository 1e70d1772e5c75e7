package io.argus.hbase2.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** HBase as a vendor might build it: one of its methods has another name. */
final class VendorBuild {

  private VendorBuild() {}

  /**
   * Writes a jar with the classes of another jar that have or call a method, by its new name; on a
   * class path before the other jar it makes the vendor's build.
   *
   * @param method of a name that only one method of HBase has
   * @param newName of the same length, as it takes the place of the old one in the class files
   */
  static Path rename(Path jar, String method, String newName, Path target) throws IOException {
    if (method.length() != newName.length()) {
      throw new IllegalArgumentException(newName + " is not as long as " + method);
    }
    try (JarFile classes = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(target);
        JarOutputStream changed = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(classes.entries())) {
        String bytes;
        try (InputStream in = classes.getInputStream(entry)) {
          bytes = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        if (entry.getName().endsWith(".class") && bytes.contains(method)) {
          changed.putNextEntry(new JarEntry(entry.getName()));
          changed.write(bytes.replace(method, newName).getBytes(StandardCharsets.ISO_8859_1));
        }
      }
    }
    return target;
  }
}
