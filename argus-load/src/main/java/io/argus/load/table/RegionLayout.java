package io.argus.load.table;

import static io.argus.load.basics.Argument.require;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The regions of a table in the order of their keys: which region server has each, and which part
 * of the rows. Written as {@code SERVER:PART,...} with servers counted from 0, such as {@code
 * 0:4,0:4,1:1,2:1}.
 *
 * <p>Immutable.
 */
public final class RegionLayout {
  /** A region. */
  public static final class Region {
    private final int server;
    private final double part;

    private Region(int server, double part) {
      require(server >= 0, "server", server, "at least 0");
      require(part > 0 && part < 1e9, "part", part, "above 0, below 1e9");
      this.server = server;
      this.part = part;
    }

    public int server() {
      return server;
    }

    /** Its rows in proportion to those of the other regions, above 0. */
    public double part() {
      return part;
    }
  }

  private final List<Region> regions;

  public RegionLayout(List<Region> regions) {
    this.regions = Collections.unmodifiableList(new ArrayList<>(regions));
    require(!regions.isEmpty(), "number of regions", 0, "at least 1");
  }

  /**
   * A table with these parts of its rows on the servers, and as many regions on each server with
   * rows.
   */
  public static RegionLayout of(List<Double> parts, int regionsOfServer) {
    require(regionsOfServer >= 1, "regionsOfServer", regionsOfServer, "at least 1");
    List<Region> regions = new ArrayList<>();
    for (int server = 0; server < parts.size(); server++) {
      for (int i = 0; i < regionsOfServer && parts.get(server) > 0; i++) {
        regions.add(new Region(server, parts.get(server) / regionsOfServer));
      }
    }
    return new RegionLayout(regions);
  }

  /** A table with the same number of equal regions on each server. */
  public static RegionLayout even(int servers, int regionsOfServer) {
    return of(Collections.nCopies(servers, 1.0), regionsOfServer);
  }

  /**
   * This layout with one region elsewhere.
   *
   * @param region its number in the order of the keys, from 0
   */
  public RegionLayout moved(int region, int server) {
    List<Region> changed = new ArrayList<>(regions);
    changed.set(region, new Region(server, regions.get(region).part()));
    return new RegionLayout(changed);
  }

  static RegionLayout parse(String text) {
    return new RegionLayout(
        Arrays.stream(text.split(",", -1))
            .map(region -> region.split(":", -1))
            .map(
                words -> {
                  require(words.length == 2, "layout", text, "SERVER:PART,...");
                  return new Region(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
                })
            .collect(Collectors.toList()));
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return regions.stream()
        .map(region -> region.server() + ":" + region.part())
        .collect(Collectors.joining(","));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RegionLayout && text().equals(((RegionLayout) other).text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  @Override
  public String toString() {
    return text();
  }

  public List<Region> regions() {
    return regions;
  }

  int size() {
    return regions.size();
  }

  /** The numbers of the first rows of all regions, and the number of all rows at the end. */
  int[] firstRows(int rows) {
    double all = regions.stream().mapToDouble(Region::part).sum();
    int[] first = new int[regions.size() + 1];
    double before = 0;
    for (int i = 0; i < regions.size(); i++) {
      first[i] = (int) (rows * before / all);
      before += regions.get(i).part();
    }
    first[regions.size()] = rows;
    return first;
  }
}
