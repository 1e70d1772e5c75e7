package io.argus.core.link;

import io.argus.core.link.ClassFile.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of the shim refer to which others.
 *
 * <p>Immutable once it is built; used by one thread.
 */
final class CallGraph {
  /** A method of a class of the shim. */
  static final class Node {
    private final ClassFile type;
    private final Method method;
    private final Set<Node> referrers = new HashSet<>();

    Node(ClassFile type, Method method) {
      this.type = type;
      this.method = method;
    }

    ClassFile type() {
      return type;
    }

    Method method() {
      return method;
    }

    /** Other methods that refer to it. */
    Set<Node> referrers() {
      return Collections.unmodifiableSet(referrers);
    }
  }

  private final ClassPath path;
  private final Map<String, Map<String, Node>> nodes = new LinkedHashMap<>();
  private final Map<String, List<ClassFile>> subtypes = new HashMap<>();

  /**
   * @param start classes of the shim; those that they refer to come with them
   */
  CallGraph(ClassPath path, Collection<String> start) {
    this.path = path;
    Deque<String> waiting = new ArrayDeque<>(start);
    while (!waiting.isEmpty()) {
      String type = waiting.remove();
      ClassFile file = path.isOwn(type) && !nodes.containsKey(type) ? path.get(type) : null;
      if (file != null) {
        add(file, waiting);
      }
    }
    for (Map<String, Node> ofClass : nodes.values()) {
      for (Node from : ofClass.values()) {
        for (Reference reference : from.method.references()) {
          targets(reference).stream()
              .filter(to -> to != from)
              .forEach(to -> to.referrers.add(from));
        }
      }
    }
  }

  private void add(ClassFile file, Deque<String> waiting) {
    Map<String, Node> ofClass = new LinkedHashMap<>();
    nodes.put(file.name(), ofClass);
    for (Method method : file.methods().values()) {
      ofClass.put(method.key(), new Node(file, method));
      method.references().forEach(reference -> waiting.add(reference.owner()));
    }
    waiting.addAll(ClassPath.parents(file));
    path.eachSupertype(
        file, above -> subtypes.computeIfAbsent(above.name(), n -> new ArrayList<>()).add(file));
  }

  /** The classes of the shim. */
  Set<String> classes() {
    return Collections.unmodifiableSet(nodes.keySet());
  }

  Collection<Node> methodsOf(String type) {
    return nodes.getOrDefault(type, Collections.emptyMap()).values();
  }

  /** The methods of the shim that may run where an instruction refers to one. */
  Set<Node> targets(Reference reference) {
    if (reference.kind() != Reference.Kind.METHOD || !path.isOwn(reference.owner())) {
      return new LinkedHashSet<>();
    }
    Set<Node> targets = new LinkedHashSet<>();
    addInherited(path.get(reference.owner()), reference.key(), targets);
    if (targets.stream().allMatch(target -> target.method.isVirtual())) {
      for (ClassFile below : subtypes.getOrDefault(reference.owner(), Collections.emptyList())) {
        addInherited(below, reference.key(), targets);
      }
    }
    return targets;
  }

  /** Adds the method that objects of a class have. */
  private void addInherited(@Nullable ClassFile start, String key, Set<Node> targets) {
    ClassFile type = start;
    while (type != null) {
      Node declared = nodes.getOrDefault(type.name(), Collections.emptyMap()).get(key);
      if (declared != null) {
        targets.add(declared);
        return;
      }
      type = type.superclass() == null ? null : path.get(type.superclass());
    }
    if (start != null) {
      path.eachSupertype(
          start,
          above -> {
            Node declared = nodes.getOrDefault(above.name(), Collections.emptyMap()).get(key);
            if (declared != null) {
              targets.add(declared);
            }
          });
    }
  }

  /** Whether a method may override one of a class that is not of the shim, which may call it. */
  boolean overridesOther(Node node) {
    if (!node.method.isVirtual()) {
      return false;
    }
    boolean[] overrides = {path.hasUnknownSupertype(node.type)};
    path.eachSupertype(
        node.type,
        above -> {
          Method method = above.methods().get(node.method.key());
          overrides[0] |= method != null && method.isVirtual() && !path.isOwn(above.name());
        });
    return overrides[0];
  }
}
