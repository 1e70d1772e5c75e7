package io.argus.hbase2.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Answers the calls of Argus's service on a server, whichever protobuf carries them. */
interface Answers {
  /** What a call returns. Immutable as long as no caller writes into the value. */
  final class Reply {
    final String name;
    final byte[] value;

    Reply(String name, byte[] value) {
      this.name = name;
      this.value = value;
    }

    static Reply of(String name, List<String> names) {
      return new Reply(name, String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Answers a call.
   *
   * @param method one of the service
   * @throws IOException why it is refused, for the caller
   */
  Reply answer(String method, String name, byte[] value) throws IOException;
}
