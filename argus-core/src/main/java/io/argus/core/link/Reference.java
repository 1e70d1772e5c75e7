package io.argus.core.link;

import org.objectweb.asm.Type;

/**
 * What an instruction refers to: a class, a field or a method. Classes are named as in class files,
 * such as {@code java/lang/String}.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Reference {
  /** What it is. */
  enum Kind {
    CLASS,
    FIELD,
    METHOD
  }

  private final Kind kind;
  private final String owner;
  private final String name;
  private final String descriptor;
  private final boolean ofStatic;
  private final boolean ofInterface;

  private Reference(
      Kind kind,
      String owner,
      String name,
      String descriptor,
      boolean ofStatic,
      boolean ofInterface) {
    this.kind = kind;
    this.owner = elementOf(owner);
    this.name = name;
    this.descriptor = descriptor;
    this.ofStatic = ofStatic;
    this.ofInterface = ofInterface;
  }

  /** A class, or an array of it. */
  static Reference toClass(String name) {
    return new Reference(Kind.CLASS, name, "", "", false, false);
  }

  static Reference toField(String owner, String name, String descriptor, boolean ofStatic) {
    return new Reference(Kind.FIELD, owner, name, descriptor, ofStatic, false);
  }

  /**
   * @param ofInterface whether the owner is to be an interface
   */
  static Reference toMethod(
      String owner, String name, String descriptor, boolean ofStatic, boolean ofInterface) {
    Kind kind = owner.startsWith("[") ? Kind.CLASS : Kind.METHOD; // arrays have Object's methods
    return new Reference(kind, owner, name, descriptor, ofStatic, ofInterface);
  }

  private static String elementOf(String type) {
    int dimensions = type.lastIndexOf('[') + 1;
    boolean isObject = dimensions > 0 && type.charAt(dimensions) == 'L';
    return isObject ? type.substring(dimensions + 1, type.length() - 1) : type;
  }

  Kind kind() {
    return kind;
  }

  /** The class, or the one that the member is looked for in. */
  String owner() {
    return owner;
  }

  /** Name and descriptor of the member, by which {@link ClassFile} knows it. */
  String key() {
    return name + descriptor;
  }

  boolean ofStatic() {
    return ofStatic;
  }

  boolean ofInterface() {
    return ofInterface;
  }

  /** For people, as a member of that class: {@code org.example.Some.member(int, List): String}. */
  String in(String type) {
    return member(type, name, descriptor);
  }

  /**
   * Names a member for people.
   *
   * @param descriptor of a field or method; empty for the class itself
   */
  static String member(String type, String name, String descriptor) {
    String of = type.replace('/', '.');
    if (descriptor.isEmpty()) {
      return of;
    }
    boolean isConstructor = name.equals("<init>");
    StringBuilder text = new StringBuilder(isConstructor ? "new " + of : of + '.' + name);
    Type result = Type.getType(descriptor);
    if (result.getSort() == Type.METHOD) {
      text.append('(');
      for (Type argument : result.getArgumentTypes()) {
        text.append(text.charAt(text.length() - 1) == '(' ? "" : ", ").append(simple(argument));
      }
      text.append(')');
      result = result.getReturnType();
    }
    return result.equals(Type.VOID_TYPE)
        ? text.toString()
        : text.append(": ").append(simple(result)).toString();
  }

  private static String simple(Type type) {
    String name = type.getClassName();
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
