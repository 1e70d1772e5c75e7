package io.argus.core.link;

import io.argus.core.link.ClassFile.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Resolves references to HBase as the JVM does (Java Virtual Machine Specification, 5.4.3 and
 * 5.4.4): superclasses and superinterfaces, name and descriptor, and rights of access.
 *
 * <p>Used by one thread.
 */
final class Resolution {
  private final ClassPath path;

  Resolution(ClassPath path) {
    this.path = path;
  }

  /** Where a member was found. */
  private static final class Found {
    final ClassFile in;
    final int access;

    Found(ClassFile in, int access) {
      this.in = in;
      this.access = access;
    }

    boolean is(int flag) {
      return (access & flag) != 0;
    }
  }

  /**
   * Returns what HBase lacks for a reference, for people; null if it resolves, or if nobody can
   * tell because other classes are not there.
   *
   * @param from the class that refers
   */
  @Nullable String lacks(Reference reference, ClassFile from) {
    String owner = reference.owner();
    if (!path.isForeign(owner) && !path.isOwn(owner)) {
      return null;
    }
    String type = ofClass(owner, from);
    if (type != null || reference.kind() == Reference.Kind.CLASS) {
      return type;
    }
    ClassFile file = path.get(owner);
    return file == null ? null : ofMember(reference, file, from);
  }

  private @Nullable String ofClass(String type, ClassFile from) {
    if (!path.isForeign(type)) {
      return null;
    }
    String name = type.replace('/', '.');
    if (path.isMissing(type)) {
      return name;
    }
    ClassFile file = path.get(type);
    return file == null || file.is(Opcodes.ACC_PUBLIC) || inOnePackage(file, from)
        ? null
        : name + " (is not public)";
  }

  private @Nullable String ofMember(Reference reference, ClassFile owner, ClassFile from) {
    boolean isMethod = reference.kind() == Reference.Kind.METHOD;
    Function<ClassFile, @Nullable Integer> flags =
        isMethod
            ? type -> {
              Method method = type.methods().get(reference.key());
              return method == null ? null : method.access();
            }
            : type -> type.fields().get(reference.key());
    Found found = find(owner, flags);
    if (found == null) {
      return path.hasUnknownSupertype(owner) ? null : reference.in(foreignAncestor(owner));
    }
    if (path.isOwn(found.in.name())) {
      return null;
    }
    String why = refusal(found, reference, owner, from);
    return why == null || !path.isForeign(found.in.name())
        ? null
        : reference.in(found.in.name()) + " (" + why + ")";
  }

  private @Nullable String refusal(
      Found found, Reference reference, ClassFile owner, ClassFile from) {
    if (found.is(Opcodes.ACC_PRIVATE)) {
      return "is private";
    }
    if (!found.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) && !inOnePackage(found.in, from)) {
      return "is private to its package";
    }
    if (found.is(Opcodes.ACC_PROTECTED)
        && !inOnePackage(found.in, from)
        && !isSubclass(from, found.in.name())) {
      return "is protected";
    }
    if (found.is(Opcodes.ACC_STATIC) != reference.ofStatic()) {
      return reference.ofStatic() ? "is not static" : "is static";
    }
    boolean isMethod = reference.kind() == Reference.Kind.METHOD;
    return isMethod && owner.isInterface() != reference.ofInterface()
        ? "is " + (owner.isInterface() ? "of an interface" : "of a class")
        : null;
  }

  /** Superclasses come before superinterfaces. */
  private @Nullable Found find(ClassFile start, Function<ClassFile, @Nullable Integer> flags) {
    Deque<ClassFile> interfaces = new ArrayDeque<>();
    ClassFile type = start;
    while (type != null) {
      Integer access = flags.apply(type);
      if (access != null) {
        return new Found(type, access);
      }
      addInterfaces(type, interfaces);
      type = type.superclass() == null ? null : path.get(type.superclass());
    }
    Set<String> seen = new HashSet<>();
    while (!interfaces.isEmpty()) {
      ClassFile next = interfaces.remove();
      Integer access = seen.add(next.name()) ? flags.apply(next) : null;
      if (access != null) {
        return new Found(next, access);
      }
      addInterfaces(next, interfaces);
    }
    return null;
  }

  private void addInterfaces(ClassFile type, Deque<ClassFile> to) {
    for (String name : type.interfaces()) {
      ClassFile file = path.get(name);
      if (file != null) {
        to.add(file);
      }
    }
  }

  /** Where a member of a class of Argus was to come from. */
  private String foreignAncestor(ClassFile owner) {
    if (path.isForeign(owner.name())) {
      return owner.name();
    }
    List<String> foreign = new ArrayList<>();
    path.eachSupertype(
        owner,
        type -> {
          if (path.isForeign(type.name())) {
            foreign.add(type.name());
          }
        });
    return foreign.isEmpty() ? owner.name() : foreign.get(0);
  }

  private static boolean inOnePackage(ClassFile one, ClassFile other) {
    return ClassFile.packageOf(one.name()).equals(ClassFile.packageOf(other.name()));
  }

  private boolean isSubclass(ClassFile type, String of) {
    ClassFile ancestor = type;
    while (ancestor != null) {
      if (ancestor.name().equals(of)) {
        return true;
      }
      ancestor = ancestor.superclass() == null ? null : path.get(ancestor.superclass());
    }
    return false;
  }

  /** What HBase lacks for a class of Argus to be what it says: a subtype of classes of HBase. */
  Set<String> lacksAsSubtype(ClassFile type) {
    Set<String> lacking = new TreeSet<>();
    Set<String> needed = new LinkedHashSet<>(ClassPath.parents(type));
    needed.addAll(type.caught());
    for (String name : needed) {
      String lack = ofClass(name, type);
      ClassFile file = path.get(name);
      if (lack == null && file != null && path.isForeign(name)) {
        lack = wrongKind(type, file);
      }
      if (lack != null) {
        lacking.add(lack);
      }
    }
    path.eachSupertype(type, parent -> addFinalAndAbstract(type, parent, lacking));
    return lacking;
  }

  private static @Nullable String wrongKind(ClassFile type, ClassFile needed) {
    String name = needed.name().replace('/', '.');
    if (needed.name().equals(type.superclass())) {
      return needed.isInterface()
          ? name + " (is an interface)"
          : needed.is(Opcodes.ACC_FINAL) ? name + " (is final)" : null;
    }
    return type.interfaces().contains(needed.name()) && !needed.isInterface()
        ? name + " (is no interface)"
        : null;
  }

  private void addFinalAndAbstract(ClassFile type, ClassFile parent, Set<String> lacking) {
    if (!path.isForeign(parent.name())) {
      return;
    }
    boolean concrete = !type.is(Opcodes.ACC_ABSTRACT);
    for (Method method : parent.methods().values()) {
      Method overriding = method.isVirtual() ? type.methods().get(method.key()) : null;
      if (overriding != null && method.is(Opcodes.ACC_FINAL)) {
        lacking.add(method.in(parent.name()) + " (is final)");
      }
      if (concrete && method.is(Opcodes.ACC_ABSTRACT) && !isImplemented(type, method.key())) {
        String by = type.name().replace('/', '.');
        lacking.add(method.in(parent.name()) + " (is abstract, not implemented by " + by + ")");
      }
    }
  }

  private boolean isImplemented(ClassFile type, String key) {
    boolean[] implemented = {implementing(type, key) || path.hasUnknownSupertype(type)};
    path.eachSupertype(type, parent -> implemented[0] |= implementing(parent, key));
    return implemented[0];
  }

  private static boolean implementing(ClassFile type, String key) {
    Method method = type.methods().get(key);
    return method != null && !method.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC);
  }
}
