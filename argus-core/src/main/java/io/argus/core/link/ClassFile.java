package io.argus.core.link;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * What a class file says of a class: its supertypes, its members, and what its methods refer to.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ClassFile {
  /** A method of the class. */
  static final class Method {
    private final int access;
    private final String name;
    private final String descriptor;
    private final List<Reference> references;

    /**
     * @param references what its code refers to; filled while the class file is read
     */
    Method(int access, String name, String descriptor, List<Reference> references) {
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
      this.references = references;
    }

    int access() {
      return access;
    }

    boolean is(int flag) {
      return (access & flag) != 0;
    }

    boolean isConstructor() {
      return name.equals("<init>");
    }

    boolean isInitializer() {
      return name.equals("<clinit>");
    }

    /** Whether it may override a method of a supertype, and be overridden. */
    boolean isVirtual() {
      return !is(Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE) && !isConstructor();
    }

    /** Name and descriptor. */
    String key() {
      return name + descriptor;
    }

    List<Reference> references() {
      return references;
    }

    /** For people, as a member of that class. */
    String in(String type) {
      return Reference.member(type, name, descriptor);
    }
  }

  /** Constant pools have no new kinds of entries since. */
  private static final int JAVA_17 = 61;

  private final int access;
  private final String name;
  private final @Nullable String superclass;
  private final List<String> interfaces;
  private final Map<String, Method> methods;
  private final Map<String, Integer> fields;
  private final Set<String> caught;

  ClassFile(
      int access,
      String name,
      @Nullable String superclass,
      List<String> interfaces,
      Map<String, Method> methods,
      Map<String, Integer> fields,
      Set<String> caught) {
    this.access = access;
    this.name = name;
    this.superclass = superclass;
    this.interfaces = interfaces;
    this.methods = Collections.unmodifiableMap(methods);
    this.fields = Collections.unmodifiableMap(fields);
    this.caught = Collections.unmodifiableSet(caught);
  }

  /**
   * Reads a class file of any version.
   *
   * @param withCode whether to read what its methods refer to
   * @throws RuntimeException if it is no class file
   */
  static ClassFile read(byte[] bytes, boolean withCode) {
    int major = ((bytes[6] & 0xff) << 8) | (bytes[7] & 0xff);
    if (major > JAVA_17) { // else refused, if it is newer than ASM
      bytes[6] = 0;
      bytes[7] = JAVA_17;
    }
    ClassFileReader reader = new ClassFileReader();
    int skipped = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    new ClassReader(bytes).accept(reader, withCode ? skipped : skipped | ClassReader.SKIP_CODE);
    return reader.classFile();
  }

  boolean is(int flag) {
    return (access & flag) != 0;
  }

  boolean isInterface() {
    return is(Opcodes.ACC_INTERFACE);
  }

  /** Its name with slashes. */
  String name() {
    return name;
  }

  /** Null for Object. */
  @Nullable String superclass() {
    return superclass;
  }

  List<String> interfaces() {
    return interfaces;
  }

  /** By name and descriptor. */
  Map<String, Method> methods() {
    return methods;
  }

  /** Access flags by name and descriptor. */
  Map<String, Integer> fields() {
    return fields;
  }

  /** Exceptions that its code catches: the JVM may load them before the class can be used. */
  Set<String> caught() {
    return caught;
  }

  static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('/') + 1);
  }

  /** The top-level class that a class is nested in, or the class itself. */
  static String outermost(String type) {
    int nested = type.indexOf('$', packageOf(type).length() + 1);
    return nested < 0 ? type : type.substring(0, nested);
  }
}
