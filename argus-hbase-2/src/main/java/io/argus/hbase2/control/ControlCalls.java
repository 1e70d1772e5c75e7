package io.argus.hbase2.control;

import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.MasterNode;
import io.argus.master.MasterNode.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the coprocessor endpoint of the active master does, and for whom. Its methods:
 *
 * <ul>
 *   <li>{@value #CHANGE} makes an operator's change: the name of an operation, and a document.
 *   <li>{@value #ASK} answers with a document of the Argus page: its name and query.
 *   <li>{@value #READ} answers with a stored document, and {@value #LIST} with the names below one.
 *   <li>{@value #REPORT} takes the usage report of a region server: its name and the report.
 *   <li>{@value #VIEW} answers a region server, which asks for a user who is no administrator: one
 *       of the three methods above it and that user, and the name of the document.
 * </ul>
 *
 * <p>Where HBase authorizes, operators need its global right ADMIN: HBase itself asks for it before
 * any service of a master is called, and these methods ask again. So users without it ask a region
 * server, see {@link RegionCalls}, and see the tenants whose tables they may all read. Where HBase
 * authenticates or authorizes, only HBase's own user and superusers may report or ask for others.
 * Every change, and whatever is refused, is a line of HBase's security log, see {@link Audit}.
 *
 * <p>It knows no protobuf: {@link ControlEndpoint} finds the service that translates its messages.
 *
 * <p>Safe for use by any thread.
 */
public final class ControlCalls implements Answers {
  static final String SERVICE = "ArgusControl";
  public static final String CHANGE = "change";
  public static final String ASK = "ask";
  public static final String READ = "read";
  public static final String LIST = "list";
  static final String REPORT = "report";
  public static final String VIEW = "view";

  private static final Logger LOG = LoggerFactory.getLogger(ControlCalls.class);

  private final Supplier<Optional<User>> caller;
  private volatile @Nullable MasterServices master;
  private volatile @Nullable MasterNode node;

  public ControlCalls() {
    this(RpcServer::getRequestUser);
  }

  /**
   * @param caller the user whose call the current thread runs
   */
  ControlCalls(Supplier<Optional<User>> caller) {
    this.caller = caller;
  }

  /** Begins to check who sets the tenants of tables, whether or not Argus starts on this master. */
  public void guard(MasterServices active) {
    master = active;
  }

  /** Begins to serve, once the master is active. Earlier requests are refused. */
  public void serve(MasterServices active, MasterNode argus) {
    guard(active);
    node = argus;
  }

  @Override
  public Reply answer(String method, String name, byte[] value) throws IOException {
    try {
      switch (method) {
        case REPORT:
          return report(name, value);
        case ASK:
          return request(name);
        case READ:
          return read(name);
        case LIST:
          return list(name);
        case VIEW:
          return view(name, new String(value, StandardCharsets.UTF_8));
        default:
          return change(name, value);
      }
    } catch (AccessDeniedException e) {
      if (!method.equals(VIEW)) { // who that is refused to is not the caller
        Audit.refused(caller.get().orElse(null), method.equals(CHANGE) ? name : method, e);
      }
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    }
  }

  /**
   * Lets only administrators set the tenant of a table, or that its rows are kept. Does nothing
   * where HBase does not authorize, for changes by HBase itself, and for those that leave both as
   * they are.
   *
   * <p>A change of them that cannot be checked is refused, or a fault would let one tenant use the
   * shares of another unnoticed. Nothing of HBase depends on it: whoever is refused can still make
   * the change without.
   *
   * @param user who changes the table, null for HBase itself
   * @param before the current table, null for a new one
   * @throws AccessDeniedException if the user is no administrator, or if nobody can tell
   */
  public void requireMayOwn(
      @Nullable User user, @Nullable TableDescriptor before, TableDescriptor after)
      throws AccessDeniedException {
    for (String attribute :
        Arrays.asList(TenantMapping.TABLE_ATTRIBUTE, TenantMapping.ROWS_ATTRIBUTE)) {
      String valueBefore = before == null ? null : before.getValue(attribute);
      if (!Objects.equals(after.getValue(attribute), valueBefore)) {
        requireMaySet(user, after, attribute);
      }
    }
  }

  /**
   * Like {@link #requireMayOwn(User, TableDescriptor, TableDescriptor)}, for a table that is to be
   * as it once was. One whose current tenant cannot be read may be another tenant's.
   */
  public void requireMayRestore(@Nullable User user, TableDescriptor restored)
      throws AccessDeniedException {
    MasterServices active = master;
    TableDescriptor current;
    try {
      current = active == null ? null : active.getTableDescriptors().get(restored.getTableName());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Could not read whose table {} is", restored.getTableName(), e);
      requireMaySet(user, restored, TenantMapping.TABLE_ATTRIBUTE);
      return;
    }
    requireMayOwn(user, current, restored);
  }

  private void requireMaySet(@Nullable User user, TableDescriptor table, String attribute)
      throws AccessDeniedException {
    MasterServices active = master;
    if (active == null || user == null) {
      return;
    }
    String why;
    try {
      active.getAccessChecker().requirePermission(user, attribute, null, Permission.Action.ADMIN);
      return;
    } catch (AccessDeniedException e) {
      why = e.getMessage();
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Could not check if {} may set {} of {}", user, attribute, table.getTableName(), e);
      if (!active
          .getConfiguration()
          .getBoolean(User.HBASE_SECURITY_AUTHORIZATION_CONF_KEY, false)) {
        return;
      }
      why = "It could not be checked who is one: " + e;
    }
    boolean ofRows = attribute.equals(TenantMapping.ROWS_ATTRIBUTE);
    AccessDeniedException refused =
        new AccessDeniedException(
            "only administrators of HBase may set "
                + (ofRows ? "the kept rows of a table: " : "the tenant of a table: ")
                + attribute
                + " of "
                + table.getTableName()
                + " to "
                + table.getValue(attribute)
                + ". "
                + why);
    Audit.refused(user, "own " + table.getTableName(), refused);
    throw refused;
  }

  private Reply report(String server, byte[] report) throws IOException {
    MasterServices active = active();
    MasterNode argus = argus();
    requireServer(active, "report to Argus");
    if (!active.getServerManager().isServerOnline(ServerName.valueOf(server))) {
      throw new DoNotRetryIOException(server + " is no region server that is online");
    }
    return new Reply(server, argus.report(server, report));
  }

  private static IOException notHere() {
    return new DoNotRetryIOException("Argus does not run on this master");
  }

  /** Region servers run as the master's own user, which is a superuser. */
  private void requireServer(MasterServices active, String what) throws AccessDeniedException {
    User user = caller.get().orElse(null);
    Configuration conf = active.getConfiguration();
    boolean checks =
        AccessChecker.isAuthorizationSupported(conf) || User.isHBaseSecurityEnabled(conf);
    if (checks && (user == null || !Superusers.isSuperUser(user))) {
      throw new AccessDeniedException(
          "only region servers of this cluster may "
              + what
              + ", not "
              + (user == null ? "an unknown user" : user.getShortName()));
    }
  }

  /** The master that serves the current call. */
  private MasterServices active() throws IOException {
    MasterServices active = master;
    if (active == null) {
      throw notHere();
    }
    return active;
  }

  private MasterNode argus() throws IOException {
    MasterNode argus = node;
    if (argus == null) {
      throw notHere();
    }
    return argus;
  }

  /** Returns the node, if the user is an administrator. */
  private MasterNode requireAdministrator(@Nullable User user, String what) throws IOException {
    active()
        .getAccessChecker()
        .requirePermission(user, "argus " + what, null, Permission.Action.ADMIN);
    return argus();
  }

  /** Answers with a stored document, which is empty if there is none. */
  private Reply read(String name) throws IOException {
    return new Reply(name, requireAdministrator(caller.get().orElse(null), READ).read(name));
  }

  private Reply list(String name) throws IOException {
    MasterNode argus = requireAdministrator(caller.get().orElse(null), LIST);
    return Reply.of(name, argus.children(name));
  }

  /** Takes name and query of a document; answers with status, seconds until a retry, and body. */
  private Reply request(String document) throws IOException {
    return page(requireAdministrator(caller.get().orElse(null), ASK), document);
  }

  private static Reply page(MasterNode argus, String document) throws IOException {
    String[] asked = document.split("\\?", 2);
    PageReply reply =
        argus
            .page()
            .get(ArgusPage.ROOT + asked[0], asked.length < 2 ? null : asked[1])
            .orElseThrow(() -> new DoNotRetryIOException("the page has no " + asked[0]));
    String retry = reply.headers().getOrDefault("Retry-After", "0");
    return new Reply(reply.status() + " " + retry, reply.body());
  }

  /**
   * Answers with what a user may see who is no administrator.
   *
   * @param asked method, blank, and the user for whom a region server asks
   */
  private Reply view(String asked, String document) throws IOException {
    MasterServices active = active();
    requireServer(active, "ask for users");
    String[] parts = asked.split(" ", 2);
    User user =
        UserProvider.instantiate(active.getConfiguration())
            .create(UserGroupInformation.createRemoteUser(parts[1]));
    try {
      return view(argus(), parts[0], document, table -> mayRead(active, user, table));
    } catch (IllegalArgumentException e) {
      AccessDeniedException refused =
          new AccessDeniedException(
              "Insufficient permissions for user '" + parts[1] + "': " + e.getMessage());
      Audit.refused(user, parts[0] + " " + document, refused);
      throw refused;
    }
  }

  private static Reply view(
      MasterNode argus, String method, String document, Predicate<String> mayRead)
      throws IOException {
    switch (method) {
      case READ:
        return new Reply(document, argus.read(document, mayRead));
      case LIST:
        return Reply.of(document, argus.children(document, mayRead));
      case ASK:
        String[] asked = document.split("\\?", 2);
        String query = argus.query(asked[0], asked.length < 2 ? "" : asked[1], mayRead);
        return page(argus, asked[0] + "?" + query);
      default:
        throw new IllegalArgumentException("only administrators of HBase change Argus");
    }
  }

  /** Everybody may where HBase does not authorize. */
  private static boolean mayRead(MasterServices active, User user, String table) {
    try {
      active
          .getAccessChecker()
          .requirePermission(
              user, VIEW, TableName.valueOf(table), null, null, null, Permission.Action.READ);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private Reply change(String name, byte[] document) throws IOException {
    Operation operation = Operation.valueOf(name.toUpperCase(Locale.ROOT));
    User user = caller.get().orElse(null);
    MasterNode argus = requireAdministrator(user, name);
    MasterNode.Changed changed = argus.change(operation, document, Audit.nameOf(user));
    for (String text : changed.audit()) {
      Audit.allowed(user, name, text);
    }
    return new Reply(name, changed.document());
  }
}
