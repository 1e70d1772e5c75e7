package io.argus.core.link;

import io.argus.core.link.CallGraph.Node;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one component of the shim can reach in a server, and what HBase lacks for it.
 *
 * <p>It begins with its entry classes: with what other components refer to, and with what nobody
 * refers to but may be called by name. An object that is created can be called by HBase in each
 * method that overrides one of HBase. A method for a newer HBase overrides nothing in an older one:
 * nobody calls it there, and what only it refers to does not matter.
 *
 * <p>Used by one thread.
 */
final class Reach {
  private final CallGraph graph;
  private final ClassPath path;
  private final Resolution resolution;
  private final Set<String> entries;
  private final Set<String> others;
  private final Set<String> touched = new HashSet<>();
  private final Set<Node> reached = new HashSet<>();
  private final Deque<Node> waiting = new ArrayDeque<>();
  private final Set<String> lacking = new TreeSet<>();

  /**
   * @param entries the component's entry classes
   * @param others those of other components, which end the search
   */
  Reach(CallGraph graph, ClassPath path, Collection<String> entries, Collection<String> others) {
    this.graph = graph;
    this.path = path;
    this.resolution = new Resolution(path);
    this.entries = entries.stream().map(ClassFile::outermost).collect(Collectors.toSet());
    this.others = others.stream().map(ClassFile::outermost).collect(Collectors.toSet());
    this.others.removeAll(this.entries);
  }

  /** Searches, and returns what HBase lacks, for people, in order. */
  Set<String> search() {
    graph.classes().stream()
        .filter(type -> entries.contains(ClassFile.outermost(type)))
        .flatMap(type -> graph.methodsOf(type).stream())
        .filter(this::isEntry)
        .forEach(this::reach);
    entries.forEach(this::touch);
    while (!waiting.isEmpty()) {
      follow(waiting.remove());
    }
    return lacking;
  }

  private boolean isEntry(Node node) {
    return node.referrers().isEmpty()
        ? !node.method().isVirtual()
        : node.referrers().stream()
            .anyMatch(from -> !entries.contains(ClassFile.outermost(from.type().name())));
  }

  /** The classes of the shim that are loaded for what was reached. */
  Set<String> touched() {
    return touched;
  }

  private void reach(Node node) {
    if (reached.add(node)) {
      waiting.add(node);
    }
  }

  private void follow(Node node) {
    touch(node.type().name());
    if (node.method().isConstructor()) {
      graph.methodsOf(node.type().name()).stream()
          .filter(graph::overridesOther)
          .forEach(this::reach);
    }
    for (Reference reference : node.method().references()) {
      if (others.contains(ClassFile.outermost(reference.owner()))) {
        continue;
      }
      String lack = resolution.lacks(reference, node.type());
      if (lack != null) {
        lacking.add(lack);
      }
      touch(reference.owner());
      graph.targets(reference).stream()
          .filter(to -> !others.contains(ClassFile.outermost(to.type().name())))
          .forEach(this::reach);
    }
  }

  /**
   * A class is loaded with its supertypes, and initialized. A constructor that nobody refers to is
   * called by the name of its class.
   */
  private void touch(String type) {
    ClassFile file = path.isOwn(type) ? path.get(type) : null;
    if (file == null || !touched.add(type)) {
      return;
    }
    lacking.addAll(resolution.lacksAsSubtype(file));
    ClassPath.parents(file).forEach(this::touch);
    graph.methodsOf(type).stream()
        .filter(
            node ->
                node.method().isInitializer()
                    || (node.method().isConstructor() && node.referrers().isEmpty()))
        .forEach(this::reach);
  }
}
