package io.argus.experiments.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.placement.PlacementAdvice;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AdvisedPlacementTest {
  private static final String ANSWER =
      "{'version':1,'before':{'dScore':0.6},'after':{'dScore':0.8},'reassessed':{'dScore':0.7},"
          + "'note':'','moves':[{'region':'0123abcd','table':'a:t','from':'x,16020,1',"
          + "'to':'y,16021,5','after':{'dScore':0.8}}]}";

  @Test
  void theAnswerOfTheMasterIsRead() throws IOException {
    PlacementAdvice advice = AdvisedPlacement.read(ANSWER.replace('\'', '"'));

    assertThat(advice.moves()).containsExactly(new PlacementAdvice.Move("0123abcd", 16021));
    assertThat(advice.before()).isEqualTo(0.6);
    assertThat(advice.after()).isEqualTo(0.8);
    assertThat(advice.reassessed()).isEqualTo(0.7);
  }
}
