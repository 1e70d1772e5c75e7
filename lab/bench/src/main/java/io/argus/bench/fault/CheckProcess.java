package io.argus.bench.fault;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import io.argus.check.CheckClient;
import io.argus.check.CheckResult;
import io.argus.cluster.ClientJvm;
import java.io.IOException;

/**
 * The process of the checking client, see {@link CheckClient}.
 *
 * <p>Used by one thread.
 */
record CheckProcess(ClientDialogue client) implements AutoCloseable {

  /** Starts it, and waits until its table is there. */
  static CheckProcess start(ClientJvm jvm) throws IOException {
    ClientDialogue client = ClientDialogue.start(jvm, "client-check", CheckClient.class);
    client.answer(CheckClient.READY::equals);
    return new CheckProcess(client);
  }

  void begin() throws IOException {
    client.say("begin");
  }

  /** Ends the threads, and reads everything back. */
  CheckResult end() throws IOException {
    client.say("end");
    String line = client.answer(any -> any.startsWith("{"));
    try {
      return new Gson().fromJson(line, CheckResult.class);
    } catch (JsonSyntaxException e) {
      throw new IOException("the checking client printed " + line, e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
