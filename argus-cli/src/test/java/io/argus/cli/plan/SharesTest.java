package io.argus.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {
  @Test
  void sharesAreForAllServersOrForOne() {
    List<String> all = List.of("alice=0.6/0.5", "bob=0.4/0.5");
    assertThat(Shares.server(all)).isEmpty();
    assertThat(Shares.parse(all)).hasSize(2);
    List<String> one = List.of("alice@rs1.example.org,16020,17=0.6/0.5");
    assertThat(Shares.server(one)).contains("rs1.example.org,16020,17");
    assertThat(Shares.parseOn("rs1.example.org,16020,17", one))
        .containsExactly(Reservation.of(TenantId.of("alice"), 0.6, 0.5));
  }

  @Test
  void sharesOfSeveralServersAreRefused() {
    for (List<String> mixed :
        List.of(List.of("a@x=1/1", "b@y=1/1"), List.of("a@x=0.5/0.5", "b=0.5/0.5"))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Shares.server(mixed))
          .withMessageContaining("several servers");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Shares.parseOn("", List.of("a@=0.5/0.5")));
  }
}
