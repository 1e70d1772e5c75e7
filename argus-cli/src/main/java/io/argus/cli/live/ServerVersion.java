package io.argus.cli.live;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The version of HBase in what a region server writes into its node in ZooKeeper: HBase's message
 * RegionServerInfo, whose field 2 is a VersionInfo, whose field 1 is the version.
 *
 * <p>Stateless.
 */
final class ServerVersion {
  private static final byte[] MAGIC = {'P', 'B', 'U', 'F'};
  private static final int VERSION_INFO = 2;
  private static final int VERSION = 1;
  private static final int LONGEST = 100;

  private ServerVersion() {}

  /**
   * Reads the version.
   *
   * @param node what the node holds, without HBase's header
   * @return empty if it has none, as with HBase 0.94, or cannot be read
   */
  static Optional<String> read(byte[] node) {
    ByteBuffer message = ByteBuffer.wrap(node);
    for (byte expected : MAGIC) {
      if (!message.hasRemaining() || message.get() != expected) {
        return Optional.empty();
      }
    }
    try {
      ByteBuffer info = field(message, VERSION_INFO);
      ByteBuffer version = info == null ? null : field(info, VERSION);
      if (version == null || version.remaining() == 0 || version.remaining() > LONGEST) {
        return Optional.empty();
      }
      return Optional.of(StandardCharsets.UTF_8.decode(version).toString());
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The first field of that number that has a length; null if there is none. */
  private static @Nullable ByteBuffer field(ByteBuffer message, int number) {
    while (message.hasRemaining()) {
      long key = number(message);
      switch ((int) (key & 7)) {
        case 0 -> number(message);
        case 1 -> skip(message, Long.BYTES);
        case 2 -> {
          long length = number(message);
          int start = message.position();
          skip(message, length);
          if (key >>> 3 == number) {
            return message.slice(start, (int) length);
          }
        }
        case 5 -> skip(message, Integer.BYTES);
        default -> throw new IllegalArgumentException("field " + key);
      }
    }
    return null;
  }

  private static void skip(ByteBuffer message, long bytes) {
    if (bytes < 0 || bytes > message.remaining()) {
      throw new BufferUnderflowException();
    }
    message.position(message.position() + (int) bytes);
  }

  /** Protobuf's number of variable length. */
  private static long number(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = message.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("number of more than 64 bits");
  }
}
