package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeDocumentsTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final List<@Nullable String> told = new ArrayList<>();
  private @Nullable Queue<Runnable> thread;
  private final Tree documents = new Tree(this::execute, later);

  /** A tree of nodes in memory that can stop to answer. */
  private static final class Tree extends NodeDocuments {
    private final Map<String, byte[]> nodes = new TreeMap<>();
    private final Set<String> ephemeral = new HashSet<>();
    private final Map<String, Runnable> looks = new TreeMap<>();
    private boolean lost;
    private boolean expired;

    Tree(Executor thread, Queue<Runnable> later) {
      super("/hbase", thread, later::add);
    }

    private void requireAnswers() throws TimeoutException {
      if (lost) {
        throw new TimeoutException("lost");
      }
    }

    void changed(String path) {
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
    protected byte @Nullable [] get(String path, boolean watch) throws TimeoutException {
      requireAnswers();
      return nodes.get(path);
    }

    @Override
    protected boolean exists(String path) throws TimeoutException {
      return get(path, false) != null;
    }

    @Override
    protected void set(String path, byte[] data) {
      assertThat(nodes).containsKey(path);
      nodes.put(path, data);
      changed(path);
    }

    @Override
    protected void create(String path, byte[] data, boolean goesWithSession) {
      assertThat(nodes.put(path, data)).isNull();
      if (goesWithSession) {
        ephemeral.add(path);
      }
      changed(path);
    }

    @Override
    protected void remove(String path) throws TimeoutException {
      requireAnswers();
      nodes.remove(path);
      changed(path);
    }

    @Override
    protected @Nullable List<String> namesBelow(String path) {
      return nodes.containsKey(path) ? new ArrayList<>(nodes.keySet()) : null;
    }

    @Override
    protected boolean isExpiry(@Nullable Throwable failure) {
      assertThat(failure).isInstanceOf(TimeoutException.class);
      return expired;
    }

    @Override
    protected void beginSession() throws TimeoutException {
      requireAnswers();
      expired = false;
    }
  }

  private void execute(Runnable task) {
    if (thread == null) {
      task.run();
    } else {
      thread.add(task);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void watch(String name) {
    documents.watch(
        name, data -> told.add(data == null ? null : new String(data, StandardCharsets.UTF_8)));
  }

  @Test
  void aListenerIsToldEachChange() throws IOException {
    watch("plan");
    documents.write("plan", bytes("v1"));
    documents.write("plan", bytes("v2"));
    documents.delete("plan");
    assertThat(told).containsExactly(null, "v1", "v2", null);
    assertThat(later).isEmpty();
  }

  @Test
  void aListenerThatFailsIsToldTheNextChange() throws IOException {
    documents.watch(
        "plan",
        data -> {
          told.add("told");
          throw new IllegalStateException("injected");
        });
    documents.write("plan", bytes("v1"));
    assertThat(told).containsExactly("told", "told");
  }

  @Test
  void aWatchLooksAgainUntilZooKeeperAnswers() {
    documents.nodes.put("/hbase/argus/plan", bytes("v1"));
    documents.lost = true;
    watch("plan");
    assertThat(told).as("nothing is known yet").containsExactly((String) null);
    later.remove().run();
    assertThat(told).hasSize(1);
    documents.lost = false;
    later.remove().run();
    assertThat(told).containsExactly(null, "v1");
    documents.lost = true;
    documents.changed("/hbase/argus/plan");
    assertThat(told).as("what was told stays").hasSize(2);
    assertThat(later).hasSize(1);
  }

  @Test
  void allThatCouldNotLookDoSoAgainTogether() {
    documents.nodes.put("/hbase/argus/plan", bytes("v1"));
    documents.nodes.put("/hbase/argus/settings", bytes("v2"));
    documents.lost = true;
    watch("plan");
    watch("settings");
    documents.changed("/hbase/argus/plan");
    assertThat(later).hasSize(1);
    later.remove().run();
    assertThat(later).hasSize(1);
    documents.lost = false;
    later.remove().run();
    assertThat(told).containsExactlyInAnyOrder(null, null, "v1", "v2");
    assertThat(later).isEmpty();
  }

  @Test
  void aWatchEndsWithItsSession() {
    documents.lost = true;
    documents.expired = true;
    watch("plan");
    assertThat(later).isEmpty();
  }

  @Test
  void inTheNextSessionAllAreToldWhatIsThere() throws IOException {
    documents.write("plan", bytes("v1"));
    watch("plan");
    documents.lost = true;
    documents.sessionExpired();
    assertThat(told).as("ZooKeeper does not answer").containsExactly("v1");
    documents.lost = false;
    documents.nodes.put("/hbase/argus/plan", bytes("v2"));
    later.remove().run();
    assertThat(told).containsExactly("v1", "v2");
    assertThat(later).isEmpty();
  }

  @Test
  void aFailureOfZooKeeperIsAnIoException() {
    documents.lost = true;
    assertThatThrownBy(() -> documents.read("plan"))
        .isInstanceOf(IOException.class)
        .hasCauseInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> documents.write("plan", bytes("v1"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> documents.delete("plan")).isInstanceOf(IOException.class);
  }

  @Test
  void anEphemeralDocumentIsCreatedOnceAndThenReplaced() throws IOException {
    documents.writeEphemeral("usage/a", bytes("1"));
    documents.writeEphemeral("usage/a", bytes("2"));
    documents.write("plan", bytes("v1"));
    assertThat(documents.ephemeral).containsExactly("/hbase/argus/usage/a");
    assertThat(documents.read("usage/a")).isEqualTo(bytes("2"));
  }

  @Test
  void whoToldOfAChangeWaitsForNoListenerAndSeveralChangesAreOne() throws IOException {
    thread = new ArrayDeque<>();
    watch("plan");
    documents.write("plan", bytes("v1"));
    documents.write("plan", bytes("v2"));
    assertThat(told).as("before the thread runs").containsExactly((String) null);
    assertThat(thread).hasSize(1);
    thread.remove().run();
    assertThat(told).containsExactly(null, "v2");
    documents.write("plan", bytes("v3"));
    thread.remove().run();
    assertThat(told).containsExactly(null, "v2", "v3");
  }

  @Test
  void nothingIsBelowANodeThatDoesNotExist() throws IOException {
    assertThat(documents.children("usage")).isEmpty();
  }
}
