package io.argus.bench.fault;

import io.argus.check.ActionClient;
import io.argus.cluster.ClientJvm;
import java.io.IOException;

/**
 * The process that does to tables what {@link ActionClient} can.
 *
 * <p>Used by one thread.
 */
public record ActionProcess(ClientDialogue client) implements AutoCloseable {

  /** Starts it. */
  public static ActionProcess start(ClientJvm jvm) throws IOException {
    return new ActionProcess(ClientDialogue.start(jvm, "client-actions", ActionClient.class));
  }

  /**
   * Does it and waits until it is done.
   *
   * @throws IOException if it failed
   */
  public void act(String... words) throws IOException {
    String line = String.join(" ", words);
    client.say(line);
    String answer =
        client.answer(any -> any.equals(ActionClient.DONE) || any.startsWith(ActionClient.FAILED));
    if (!answer.equals(ActionClient.DONE)) {
      throw new IOException(line + ": " + answer);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
