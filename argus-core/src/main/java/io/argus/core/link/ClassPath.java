package io.argus.core.link;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The class files that a class loader finds. It loads no class: a class of HBase may need others
 * that are not there, or a newer Java.
 *
 * <p>Used by one thread.
 */
final class ClassPath {
  /** Packages of HBase, what it brings under names of its own, and what not every HBase brings. */
  private static final List<String> HBASE =
      Arrays.asList("org/apache/hadoop/hbase/", "org/apache/hbase/", "io/opentelemetry/");

  /** Packages of Argus's shims. The rest of Argus knows nothing of HBase. */
  private static final String SHIM = "io/argus/hbase";

  /** Shims have classes in packages of HBase and Hadoop. */
  private static final String HADOOP = "org/apache/hadoop/";

  private final ClassLoader loader;
  private final String place;
  private final Map<String, @Nullable ClassFile> files = new HashMap<>();
  private final Set<String> own = new HashSet<>();
  private final Set<String> missing = new HashSet<>();

  /**
   * @param place the jar or directory of the shim, as its URLs begin
   */
  ClassPath(ClassLoader loader, String place) {
    this.loader = loader;
    this.place = place;
  }

  /** Returns a class file; null if there is none or it cannot be read. */
  @Nullable ClassFile get(String type) {
    if (!files.containsKey(type)) {
      files.put(type, read(type));
    }
    return files.get(type);
  }

  private @Nullable ClassFile read(String type) {
    String resource = type + ".class";
    if (mayBeOwn(type)) {
      URL url = loader.getResource(resource);
      if (url != null && url.toString().startsWith(place)) {
        own.add(type);
      }
    }
    try (InputStream in = loader.getResourceAsStream(resource)) {
      if (in != null) {
        return ClassFile.read(bytes(in), own.contains(type));
      }
      if (isOfHBase(type)) {
        missing.add(type);
      }
      return null;
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }

  private static byte[] bytes(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 14);
    byte[] buffer = new byte[1 << 13];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      bytes.write(buffer, 0, read);
    }
    return bytes.toByteArray();
  }

  private static boolean isOfHBase(String type) {
    return HBASE.stream().anyMatch(type::startsWith);
  }

  private static boolean mayBeOwn(String type) {
    return type.startsWith(HADOOP) || isOfHBase(type) || type.startsWith(SHIM);
  }

  /** Whether it is a class of the shim. Some are in packages of HBase. */
  boolean isOwn(String type) {
    return mayBeOwn(type) && get(type) != null && own.contains(type);
  }

  /** Whether it is a class that HBase is to have. */
  boolean isForeign(String type) {
    return isOfHBase(type) && !isOwn(type);
  }

  /** Whether HBase is to have it and has not. What is missing elsewhere is not known to matter. */
  boolean isMissing(String type) {
    get(type);
    return missing.contains(type);
  }

  /** Hands over the supertypes of a class that can be read, nearest first, without the class. */
  void eachSupertype(ClassFile type, Consumer<ClassFile> action) {
    walk(type, new HashSet<>(), action);
  }

  private void walk(ClassFile type, Set<String> seen, Consumer<ClassFile> action) {
    for (String parent : parents(type)) {
      ClassFile file = seen.add(parent) ? get(parent) : null;
      if (file != null) {
        action.accept(file);
        walk(file, seen, action);
      }
    }
  }

  /** Whether a supertype cannot be read, so that nobody can tell what a class inherits. */
  boolean hasUnknownSupertype(ClassFile type) {
    return hasUnknown(type, new HashSet<>());
  }

  private boolean hasUnknown(ClassFile type, Set<String> seen) {
    for (String parent : parents(type)) {
      ClassFile file = get(parent);
      if (file == null || (seen.add(parent) && hasUnknown(file, seen))) {
        return true;
      }
    }
    return false;
  }

  static Set<String> parents(ClassFile type) {
    Set<String> parents = new LinkedHashSet<>();
    if (type.superclass() != null) {
      parents.add(type.superclass());
    }
    parents.addAll(type.interfaces());
    return parents;
  }
}
