package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Answers of a master's web UI, damaged in many ways: a command prints them or says what is wrong.
 */
@Tag("long")
class AnswersFuzzTest {
  private static final String HISTORY =
      """
      {'version':1,'millis':[0,60000],'scores':{'dScore':[0.5,0.75],'jIndex':[1,null]},
       'tenants':[{'tenant':'alice','operationsPerSecond':[1,2500],
                   'queueWaitP50Nanos':[0,1500000]}]}\
      """;

  private static final String PLACEMENT =
      """
      {'version':1,'takenMillis':5,'servers':2,'regions':8,'note':'',
       'before':{'jIndex':1.0,'efficiency':0.5,'dScore':0.75},
       'after':{'jIndex':1.0,'efficiency':1,'dScore':1},
       'reassessed':{'jIndex':1.0,'efficiency':0.98,'dScore':0.99},
       'moves':[{'region':'0123abcd','table':'a:t','tenant':'a','from':'x,16020,1',
                 'to':'y,16020,1','demandShare':0.5,'why':'both need HDFS',
                 'after':{'jIndex':1.0,'efficiency':1,'dScore':1}}]}\
      """;

  private static final String CAPACITY =
      """
      {'version':1,'takenMillis':5,'currentServers':2,'calibratedFrom':1,'calibratedTo':4,
       'neededServers':3,'neededServersAtWorst':4,'note':'','outcomes':[
        {'servers':3,'operationsPerSecond':1800.0,'least':1650.0,'most':1840.0,
         'meetsSlos':true,'meetsSlosAtWorst':false,'cpuUse':0.0,'tenants':[
          {'tenant':'alice','asked':1500.0,'hasSlo':true,'operationsPerSecond':1500.0,
           'least':1380.0,'most':1500.0,'byCurrentClients':0.0,'isolatedThroughput':1800.0,
           'latencyMillis':12.34,'basis':'model'}]}]}\
      """;

  private static final String USAGE =
      """
      {'version':1,'takenMillis':5,'fromMillis':0,'toMillis':3600000,'by':'all','zone':'Z',
       'isOn':false,'unreadableRows':1,'problems':['the table is disabled'],'periods':[
        {'startMillis':0,'tenants':[{'tenant':'alice','amounts':{'gets':3,'sentBytes':1200}},
                                    {'tenant':'bob','amounts':{}}]}]}\
      """;

  private static final String CONTENTION =
      """
      {'version':1,'takenMillis':5,'fromMillis':0,'toMillis':3600000,'isOn':true,
       'unreadableRows':0,'problems':[],'tenants':[
        {'tenant':'alice','seconds':3600.0,'lossSeconds':1200.5,'lostOperations':9000.0,
         'belowSloSeconds':60.0,'lostSeconds':{'HDFS':5.5},'causedSeconds':{'CACHE':1.5},
         'worstMinutes':[{'startMillis':60000,'seconds':60.0,'lossSeconds':40.0,
                          'lostSeconds':{'CACHE':2.0}}]}],
       'causes':[{'tenant':'bob','causedSeconds':{'HDFS':5.5}}]}\
      """;

  @RegisterExtension private final AnsweringMaster usage = new AnsweringMaster("usage", USAGE);

  @RegisterExtension
  private final AnsweringMaster contention = new AnsweringMaster("contention", CONTENTION);

  @RegisterExtension
  private final AnsweringMaster history = new AnsweringMaster("history", HISTORY);

  @RegisterExtension
  private final AnsweringMaster placement = new AnsweringMaster("placement", PLACEMENT);

  @RegisterExtension
  private final AnsweringMaster capacity = new AnsweringMaster("capacity", CAPACITY);

  @Test
  void histories() throws InterruptedException {
    answers("a history", HISTORY, history, "alice");
  }

  @Test
  void placements() throws InterruptedException {
    answers("a placement", PLACEMENT, placement);
  }

  @Test
  void capacities() throws InterruptedException {
    answers("a capacity", CAPACITY, capacity, "--slo", "alice:1500", "--servers", "3");
  }

  @Test
  void usages() throws InterruptedException {
    answers("what was used", USAGE, usage);
    answers("what was used", USAGE, usage, "--csv");
    answers("what was used", USAGE, usage, "--bill", "--prices", "../conf/argus-prices.conf");
  }

  @Test
  void contentions() throws InterruptedException {
    answers("contention", CONTENTION, contention);
  }

  private static void answers(String kind, String sound, AnsweringMaster master, String... words)
      throws InterruptedException {
    Fuzz.of(kind + " of a master", sound.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
        .allocating(3_000)
        .run(
            document -> {
              master.answers(document);
              int code = master.run(words);
              String complaint = master.complaints().trim();
              assertThat(master.printed()).doesNotContain("\u001b");
              if (code == 1) {
                assertThat(complaint)
                    .containsAnyOf("did not answer with " + kind, "has no history of tenant");
                throw new IllegalArgumentException(
                    complaint.lines().reduce("", (any, last) -> last));
              }
              assertThat(complaint).doesNotContain("\u001b");
              assertThat(complaint.lines()).allMatch(line -> line.startsWith("note: "));
            });
  }
}
