package io.argus.cli.output;

import com.google.common.base.CharMatcher;
import com.google.common.base.Strings;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of text in columns as wide as their widest cell. The first column is aligned left, the
 * others right.
 *
 * <p>A cell cannot change the terminal, whoever named what it says. Used by one thread.
 */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  public void row(List<String> cells) {
    row(cells.toArray(new String[0]));
  }

  public void row(String... cells) {
    rows.add(Arrays.stream(cells).map(Shortened::onOneLine).toArray(String[]::new));
  }

  public void print() {
    lines().forEach(System.out::println);
  }

  /**
   * Prints the table with a last column that is aligned left.
   *
   * @param column one text per row, the heading first
   */
  public void print(List<String> column) {
    List<String> lines = lines();
    for (int i = 0; i < lines.size(); i++) {
      System.out.println(lines.get(i) + "  " + Shortened.onOneLine(column.get(i)));
    }
  }

  public List<String> lines() {
    int columns = rows.stream().mapToInt(row -> row.length).max().orElse(0);
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        line.append(
            i == 0
                ? Strings.padEnd(row[i], widths[i], ' ')
                : "  " + Strings.padStart(row[i], widths[i], ' '));
      }
      lines.add(CharMatcher.is(' ').trimTrailingFrom(line));
    }
    return lines;
  }
}
