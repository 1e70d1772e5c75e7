package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegisterHistoryTest {
  private final RegisterHistory history = new RegisterHistory();

  @Test
  void readsMayReturnWhatAWriteBesideThemWrites() {
    history.read(RegisterHistory.NOTHING, 1, 2);
    history.wrote(7, 3, 9);
    history.read(RegisterHistory.NOTHING, 4, 5);
    history.read(7, 4, 8);
    history.read(7, 10, 11);
    assertThat(history.fault()).isEmpty();
  }

  @Test
  void anOldValueAfterItsSuccessorIsCaught() {
    history.wrote(7, 1, 2);
    history.wrote(8, 3, 4);
    history.read(7, 5, 6);
    assertThat(history.fault()).isPresent();
  }

  @Test
  void aReadThatGoesBackIsCaughtWhileTheWriteGoesOn() {
    history.wrote(7, 1, 2);
    history.wrote(8, 3, Long.MAX_VALUE);
    history.read(8, 4, 5);
    history.read(7, 6, 7);
    assertThat(history.fault()).isPresent();
  }

  @Test
  void aWriteThatIsLostIsCaught() {
    history.wrote(7, 1, 2);
    history.read(RegisterHistory.NOTHING, 3, 4);
    assertThat(history.fault()).isPresent();
  }

  @Test
  void aWriteOfWhichNobodyKnowsMayTakeEffectOrNot() {
    history.wrote(7, 1, 2);
    history.wrote(8, 3, Long.MAX_VALUE);
    history.read(7, 4, 5);
    history.read(7, 6, 7);
    assertThat(history.fault()).isEmpty();
    history.read(8, 8, 9);
    assertThat(history.fault()).isEmpty();
  }

  @Test
  void aValueThatNobodyWroteIsCaught() {
    history.read(9, 1, 2);
    assertThat(history.fault()).isPresent();
  }

  @Test
  void aValueBeforeItsWriteIsCaught() {
    history.read(9, 1, 2);
    history.wrote(9, 3, 4);
    assertThat(history.fault()).isPresent();
  }
}
