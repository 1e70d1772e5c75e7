package io.argus.master.status;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TableOwner;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * The tenant that owns each table, and why, as the active master writes it for the tools: at most
 * {@value #MAX_TABLES} tables, so that it fits into one node of ZooKeeper.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableOwners {
  /** Its name among the cluster's documents. */
  public static final String DOCUMENT = "tables";

  /** What is known before the tables were read. */
  public static final TableOwners NONE =
      new TableOwners(Collections.emptyList(), Collections.emptyList(), 0);

  private static final int MAX_TABLES = 4_000;
  private static final int MAX_PROBLEMS = 100;

  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  @SuppressWarnings("UnusedVariable") // Only in the JSON.
  private final int version;

  private final List<TableOwner> tables;
  private final List<String> problems;
  private final int leftOut;

  private TableOwners(List<TableOwner> tables, List<String> problems, int leftOut) {
    this.version = ArgusPage.JSON_VERSION;
    this.tables = tables;
    this.problems = problems;
    this.leftOut = leftOut;
  }

  public static TableOwners of(Collection<TableDescription> tables, TenantMapping mapping) {
    List<TableOwner> owners = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (TableDescription table : tables) {
      mapping.ownerOf(table).ifPresent(owners::add);
      mapping.problemOf(table).ifPresent(problems::add);
    }
    owners.sort(Comparator.comparing(TableOwner::table));
    Collections.sort(problems);
    if (problems.size() > MAX_PROBLEMS) {
      int more = problems.size() - MAX_PROBLEMS;
      problems.subList(MAX_PROBLEMS, problems.size()).clear();
      problems.add(more + " more tables have such an attribute");
    }
    int kept = Math.min(MAX_TABLES, owners.size());
    return new TableOwners(
        new ArrayList<>(owners.subList(0, kept)), problems, owners.size() - kept);
  }

  public byte[] toJson() {
    return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads what a master wrote.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static TableOwners read(byte[] json) {
    TableOwners owners = JsonText.read(GSON, json, TableOwners.class, "list of tables");
    if (owners.tables == null
        || owners.problems == null
        || owners.problems.contains(null)
        || owners.tables.stream().anyMatch(table -> table == null || !table.isComplete())) {
      throw new IllegalArgumentException("list of tables lacks 'tables' or 'problems'");
    }
    return owners;
  }

  /** In the order of their names, without system tables. */
  public List<TableOwner> tables() {
    return Collections.unmodifiableList(tables);
  }

  /** Table attributes that should name a tenant, but are not a legal name. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }

  /** How many tables are not listed because there are too many. */
  public int leftOut() {
    return leftOut;
  }
}
