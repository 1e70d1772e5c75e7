package io.argus.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamagedPricesTest {

  /** Printed without an exponent, such a number would fill the memory. */
  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "1e31", "-1", "much"})
  void aPriceThatNobodyCouldPrintIsRefused(String number) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PriceList.parse(new StringReader("off-peak.factor = " + number)))
        .withMessageContaining(
            "off-peak.factor is '" + number + "': must be a number of 0 or more");
  }

  /** The first two are 0 and less than 0 as an int. */
  @ParameterizedTest
  @ValueSource(strings = {"4294967296", "1e18", "9", "0.5"})
  void soManyDigitsNobodyPays(String digits) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PriceList.parse(new StringReader("digits = " + digits)))
        .withMessageContaining("digits is '" + digits + "': must be 0..8");
  }

  @Test
  void thirtyDigitsAreEnough() throws IOException {
    String number = "9".repeat(30) + "." + "9".repeat(30);
    PriceList prices = PriceList.parse(new StringReader("off-peak.factor = " + number));
    assertThat(prices.offPeakFactor().toPlainString()).isEqualTo(number);
  }
}
