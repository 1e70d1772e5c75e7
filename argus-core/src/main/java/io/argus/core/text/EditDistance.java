package io.argus.core.text;

import java.util.Arrays;

/** How much two words differ. Stateless. */
final class EditDistance {
  private EditDistance() {}

  /**
   * Edit distance in which two neighbours exchanged count as one slip (optimal string alignment).
   */
  static int slips(String one, String other) {
    int[] twoBack = new int[other.length() + 1];
    int[] back = new int[other.length() + 1];
    Arrays.setAll(back, j -> j);
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = back[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(back[j], row[j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          row[j] = Math.min(row[j], 1 + twoBack[j - 2]);
        }
      }
      twoBack = back;
      back = row;
    }
    return back[other.length()];
  }
}
