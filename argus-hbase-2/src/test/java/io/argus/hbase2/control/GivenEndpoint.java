package io.argus.hbase2.control;

import io.argus.hbase2.ArgusMasterCoprocessor;
import io.argus.hbase2.server.GivenMaster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.master.GivenHMaster;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;

/**
 * Argus's endpoint in a master: a function of the caller's name and the bytes of a request, so that
 * tests can use one that another class loader has loaded with another HBase.
 */
public final class GivenEndpoint implements BiFunction<String, byte[], byte[]> {
  private final GivenHMaster master;
  private Optional<User> caller = Optional.empty();

  public GivenEndpoint() throws Throwable {
    master = master(new ControlCalls(() -> caller));
  }

  static GivenHMaster master(ControlCalls calls) throws Throwable {
    Configuration conf = authorizing();
    Superusers.initialize(conf);
    GivenHMaster master = GivenHMaster.of(conf);
    calls.serve(master, new GivenMaster(Map.of()).node());
    for (Object service : ControlEndpoint.of(calls)) {
      if (!master.register(service)) {
        throw new IllegalStateException("HBase does not take " + service);
      }
    }
    return master;
  }

  static Configuration authorizing() {
    Configuration conf = new Configuration(false);
    conf.setBoolean("hbase.security.authorization", true);
    conf.set(Superusers.SUPERUSER_CONF_KEY, GivenHMaster.ADMINISTRATOR);
    return conf;
  }

  static User user(String name) {
    return User.createUserForTesting(new Configuration(false), name, new String[0]);
  }

  @Override
  public byte[] apply(String user, byte[] request) {
    caller = Optional.of(user(user));
    try {
      return master.call(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class of the service that Argus's coprocessor gives this HBase. */
  @Override
  public String toString() {
    return new ArgusMasterCoprocessor().getServices().iterator().next().getClass().getSimpleName();
  }
}
