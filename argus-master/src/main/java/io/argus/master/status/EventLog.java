package io.argus.master.status;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.text.Shortened;
import io.argus.core.usage.ComponentStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What happened on the cluster that may explain a change of figures: new plans, changes of the
 * mode, components that failed or work again, region servers that went. It is empty when a master
 * becomes active and holds the last {@value #MAX_EVENTS} events.
 *
 * <p>Safe for use by any thread.
 */
public final class EventLog {
  enum Kind {
    PLAN,
    MODE,
    FAULT
  }

  /** Immutable. */
  static final class Event {
    final long millis;
    final Kind kind;
    final String text;

    Event(long millis, Kind kind, String text) {
      this.millis = millis;
      this.kind = kind;
      this.text = text;
    }
  }

  private static final int MAX_EVENTS = 300;
  private static final int MAX_SERVERS_NAMED = 3;
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  // Guarded by this.
  private final Deque<Event> events = new ArrayDeque<>();

  /**
   * Notes what differs between the statuses of two rounds; nothing if there was none before.
   *
   * @return what it noted
   */
  synchronized List<Event> add(ClusterStatus before, ClusterStatus now) {
    List<Event> news = new ArrayList<>();
    if (before.writtenMillis() != 0) {
      compare(before, now, news);
    }
    for (Event event : news) {
      events.add(event);
      if (events.size() > MAX_EVENTS) {
        events.remove();
      }
    }
    return news;
  }

  private static void compare(ClusterStatus before, ClusterStatus now, List<Event> news) {
    if (now.planVersion() != before.planVersion()) {
      note(
          news,
          now,
          Kind.PLAN,
          "plan v" + now.planVersion() + ": " + Shortened.of(now.planReason()));
    }
    if (now.mode() != before.mode()) {
      note(news, now, Kind.MODE, "mode " + words(now.mode()) + ", before " + words(before.mode()));
    }
    Map<String, Set<String>> failedBefore = failed(before);
    Map<String, Set<String>> failedNow = failed(now);
    Set<String> gone = names(before);
    gone.removeAll(names(now));
    note(news, now, gone, "no longer reports");
    failedNow.forEach(
        (component, servers) ->
            note(news, now, without(servers, failedBefore.get(component)), component + " failed"));
    failedBefore.forEach(
        (component, servers) -> {
          Set<String> fixed = without(servers, failedNow.get(component));
          fixed.removeAll(gone);
          note(news, now, fixed, component + " works again");
        });
  }

  private static void note(List<Event> news, ClusterStatus now, Set<String> servers, String what) {
    if (!servers.isEmpty()) {
      note(news, now, Kind.FAULT, some(servers) + ": " + what);
    }
  }

  private static void note(List<Event> news, ClusterStatus now, Kind kind, String text) {
    news.add(new Event(now.writtenMillis(), kind, text));
  }

  private static String words(Enum<?> mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static Set<String> names(ClusterStatus status) {
    Set<String> names = new TreeSet<>();
    status.servers().forEach(server -> names.add(server.server()));
    return names;
  }

  /** Servers by component that failed there. */
  private static Map<String, Set<String>> failed(ClusterStatus status) {
    Map<String, Set<String>> failed = new TreeMap<>();
    for (ServerStatus server : status.servers()) {
      for (ComponentStatus component : server.components()) {
        if (component.state() == ComponentStatus.State.FAILED) {
          failed
              .computeIfAbsent("component " + component.component(), c -> new TreeSet<>())
              .add(server.server());
        }
      }
    }
    return failed;
  }

  private static Set<String> without(Set<String> all, @Nullable Collection<String> some) {
    Set<String> rest = new TreeSet<>(all);
    if (some != null) {
      rest.removeAll(some);
    }
    return rest;
  }

  /** The first servers, and how many more there are. */
  private static String some(Set<String> servers) {
    List<String> named = new ArrayList<>();
    for (String server : servers) {
      if (named.size() < MAX_SERVERS_NAMED) {
        named.add(address(server));
      }
    }
    int more = servers.size() - named.size();
    return String.join(", ", named) + (more > 0 ? " and " + more + " more" : "");
  }

  /** Host and port, without the start code. */
  private static String address(String server) {
    String[] parts = server.split(",", -1);
    return Shortened.of(parts.length > 1 ? parts[0] + ':' + parts[1] : server);
  }

  /** JSON with the members version and events, the oldest first: millis, kind and text. */
  public synchronized String toJson() {
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.add("events", GSON.toJsonTree(events.toArray()));
    return GSON.toJson(document);
  }
}
