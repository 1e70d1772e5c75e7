package io.argus.cli.assess;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TerminalProgress;
import io.argus.cli.output.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "assess",
    header = "Say whether Argus would help a cluster without it.",
    description = {
      "It reads /jmx of HBase's own web UIs for some minutes, at best at the cluster's peak, and says"
          + " whom Argus would help and how much, or why it would not. It changes nothing.",
      "A tenant here is a namespace, or a table of the default namespace.",
      "Example: argus assess --site /etc/hbase/conf",
      "To record a load: argus assess --minutes 5 --save peak",
      "Without a network to the cluster, save /jmx at least twice, 20 s or more apart, for --from:"
          + " curl http://rs1:16030/jmx > peak/rs1-1.json"
    },
    showDefaultValues = true)
public final class AssessCommand implements Callable<Integer> {
  private static final int MAX_TENANTS = 20;
  private static final double MAX_MINUTES = 24 * 60;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(
      paramLabel = "HOST:PORT",
      arity = "0..*",
      showDefaultValue = Visibility.NEVER,
      description =
          "Web UIs of region servers, such as rs1:16030. Default: those of all region servers of the"
              + " cluster.")
  private List<String> servers = new ArrayList<>();

  @Option(
      names = "--info-port",
      paramLabel = "PORT",
      description = "Port of the web UIs of region servers that are not named.")
  private int infoPort = 16_030;

  @Option(names = "--minutes", paramLabel = "N", description = "How long to read.")
  private double minutes = 3;

  @Option(names = "--every", paramLabel = "SECONDS", description = "How often to read.")
  private int everySeconds = 10;

  @Option(
      names = "--save",
      paramLabel = "DIR",
      description = "Also writes what was read into this directory, for --from.")
  private @Nullable Path save;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Reads the *.json files in and below this directory instead of a cluster.")
  private @Nullable Path from;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<ObservedServer> observed = observed(documents());
    Judgement judgement = Judgement.of(observed);
    if (cluster.json()) {
      System.out.println(Output.json(document(judgement, observed)));
    } else {
      print(judgement, observed);
    }
    return 0;
  }

  private List<JmxDocument> documents() throws IOException, InterruptedException {
    Path saved = from;
    if (saved != null) {
      if (!servers.isEmpty() || save != null) {
        throw usage("--from reads no cluster: leave out --save and " + servers);
      }
      return SavedJmx.read(saved);
    }
    if (!(minutes * 60 >= ObservedServer.MIN_SECONDS && minutes <= MAX_MINUTES)) {
      throw usage("--minutes is " + minutes + ": must be 20 s or more, so 0.34..1440");
    }
    if (everySeconds < 1 || everySeconds > minutes * 60) {
      throw usage("--every is " + everySeconds + ": must be 1 s or more, and within --minutes");
    }
    return sampled(servers.isEmpty() ? ofCluster() : servers);
  }

  private List<String> ofCluster() throws IOException, InterruptedException {
    List<String> addresses = new ArrayList<>();
    try (LiveCluster live = cluster.connect()) {
      for (String server : live.liveServers()) {
        addresses.add(server.split(",", -1)[0] + ":" + infoPort);
      }
    }
    return addresses;
  }

  private ParameterException usage(String problem) {
    return new ParameterException(Objects.requireNonNull(spec, "spec").commandLine(), problem);
  }

  private List<JmxDocument> sampled(List<String> addresses)
      throws IOException, InterruptedException {
    TerminalProgress progress = new TerminalProgress();
    List<JmxDocument> documents = new ArrayList<>();
    long lengthNanos = Math.round(minutes * 60e9);
    long startNanos = System.nanoTime();
    long dueNanos = 0;
    while (true) {
      TimeUnit.NANOSECONDS.sleep(startNanos + dueNanos - System.nanoTime());
      int before = documents.size();
      read(addresses, documents, progress);
      progress.step(
          format("read %d of %d region servers", documents.size() - before, addresses.size()),
          Duration.ofNanos(lengthNanos - dueNanos));
      if (dueNanos == lengthNanos) {
        return documents;
      }
      dueNanos = Math.min(lengthNanos, dueNanos + TimeUnit.SECONDS.toNanos(everySeconds));
    }
  }

  /** A server that does not answer is named; the others are read. */
  private void read(List<String> addresses, List<JmxDocument> documents, TerminalProgress progress)
      throws IOException {
    for (String address : addresses) {
      JmxDocument document;
      try {
        document = JmxReader.regionServer(address);
      } catch (IOException e) {
        progress.measured(String.valueOf(e.getMessage()));
        continue;
      }
      documents.add(document);
      Path directory = save;
      if (directory != null) {
        SavedJmx.write(directory, document);
      }
    }
  }

  private static List<ObservedServer> observed(List<JmxDocument> documents) {
    Map<String, List<JmxDocument>> byServer = new TreeMap<>();
    documents.forEach(
        each -> byServer.computeIfAbsent(each.server(), s -> new ArrayList<>()).add(each));
    List<ObservedServer> observed = new ArrayList<>();
    for (List<JmxDocument> ofServer : byServer.values()) {
      ofServer.sort(Comparator.comparingDouble(JmxDocument::uptimeMillis));
      ObservedServer.of(ofServer).ifPresent(observed::add);
    }
    if (observed.isEmpty()) {
      throw new IllegalArgumentException(
          format(
              "there are %d answers of /jmx of %d region servers, and of none of them two that are"
                  + " %.0f s apart",
              documents.size(), byServer.size(), ObservedServer.MIN_SECONDS));
    }
    return observed;
  }

  private void print(Judgement judgement, List<ObservedServer> observed) {
    System.out.println(judgement.sentence());
    System.out.println();
    TextTable tenants = new TextTable();
    tenants.row("tenant", "calls/s", "ms a call", "in queue", "of calls in progress", "with Argus");
    int all = judgement.tenants.size();
    int shown = cluster.wide() ? all : Math.min(MAX_TENANTS, all);
    for (Judgement.Tenant each : judgement.tenants.subList(0, shown)) {
      tenants.row(
          each.tenant,
          format("%,.0f", each.callsPerSecond),
          format("%,.1f", each.millisPerCall),
          format("%,.1f", each.queueMillis),
          format("%.1f%%", each.partOfCallsInProgress * 100),
          format("%.1f x", each.gain));
    }
    tenants.print();
    if (shown < all) {
      System.out.println(Output.more(all - shown, "tenants"));
    }
    System.out.println();
    TextTable servers = new TextTable();
    servers.row("region server", "limit", "calls/s", "queue ms", "disk reads", "ms", "hits", "CPU");
    for (ObservedServer each : observed) {
      servers.row(
          Output.server(each.name),
          String.valueOf(judgement.bottlenecks.get(each.name)).toLowerCase(Locale.ROOT),
          format("%,.0f", each.callsPerSecond),
          format("%,.1f", each.queueMillis),
          format("%.1f", each.diskReadsInFlight()),
          format("%.1f", each.diskReadMillis),
          format("%.0f%%", each.hitRatio * 100),
          format("%.0f%%", each.cpu * 100));
    }
    servers.print();
    System.out.println();
    System.out.println(
        "with Argus: calls/s divided by today's, predicted; far more if a tenant's data fits in the"
            + " cache. disk reads: under way at once.");
  }

  private static Map<String, Object> document(Judgement judgement, List<ObservedServer> observed) {
    Map<String, Object> document = Output.document();
    document.put("helps", judgement.helps());
    document.put("verdict", judgement.verdict);
    document.put("sentence", judgement.sentence());
    document.put("tenants", judgement.tenants);
    List<Object> servers = new ArrayList<>();
    for (ObservedServer server : observed) {
      Map<String, Object> each = new LinkedHashMap<>();
      each.put("server", server.name);
      each.put("bottleneck", judgement.bottlenecks.get(server.name));
      each.put("seconds", server.seconds);
      each.put("callsPerSecond", server.callsPerSecond);
      each.put("queueMillis", server.queueMillis);
      each.put("callsInProgress", server.inProgress());
      each.put("diskReadsInFlight", server.diskReadsInFlight());
      each.put("diskReadMillis", server.diskReadMillis);
      each.put("hitRatio", server.hitRatio);
      each.put("cpu", server.cpu);
      each.put("collector", server.collector);
      each.put("blockedWrites", server.blockedWrites);
      servers.add(each);
    }
    document.put("servers", servers);
    return document;
  }
}
