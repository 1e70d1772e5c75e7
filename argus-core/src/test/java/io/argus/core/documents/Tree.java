package io.argus.core.documents;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tree of nodes in memory, of which several servers have a view. */
final class Tree extends NodeDocuments {
  /** Something that happens in between. */
  interface Event {
    void run() throws IOException;
  }

  final Map<String, byte[]> nodes;
  final Set<String> ephemeral = new HashSet<>();
  final Queue<Runnable> later;
  Event beforeGet = () -> {};
  private final Map<String, Runnable> looks;

  Tree() {
    this(new TreeMap<>(), new TreeMap<>(), new ArrayDeque<>());
  }

  /** Another server's view of the same nodes. */
  Tree(Tree same) {
    this(same.nodes, same.looks, same.later);
  }

  private Tree(Map<String, byte[]> nodes, Map<String, Runnable> looks, Queue<Runnable> later) {
    super("/hbase", Runnable::run, later::add);
    this.nodes = nodes;
    this.looks = looks;
    this.later = later;
  }

  int longest() {
    return nodes.values().stream().mapToInt(node -> node.length).max().orElse(0);
  }

  private void changed(String path) {
    Runnable look = looks.get(path);
    if (look != null) {
      look.run();
    }
  }

  @Override
  protected void onChange(String path, Runnable look) {
    looks.put(path, look);
  }

  @Override
  protected byte @Nullable [] get(String path, boolean watch) throws IOException {
    beforeGet.run();
    return nodes.get(path);
  }

  @Override
  protected boolean exists(String path) {
    return nodes.containsKey(path);
  }

  @Override
  protected void set(String path, byte[] data) {
    nodes.put(path, data);
    changed(path);
  }

  @Override
  protected void create(String path, byte[] data, boolean goesWithSession) {
    if (goesWithSession) {
      ephemeral.add(path);
    }
    set(path, data);
  }

  @Override
  protected void remove(String path) {
    if (nodes.remove(path) != null) {
      changed(path);
    }
  }

  @Override
  protected @Nullable List<String> namesBelow(String path) {
    List<String> names = new ArrayList<>();
    for (String node : nodes.keySet()) {
      if (node.startsWith(path + "/")) {
        names.add(node.substring(path.length() + 1));
      }
    }
    return names;
  }

  @Override
  protected boolean isExpiry(@Nullable Throwable failure) {
    return false;
  }

  @Override
  protected void beginSession() {}
}
