package io.argus.cli.live;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import java.util.Optional;

/**
 * The version of HBase in what a region server writes into its node in ZooKeeper: HBase's message
 * RegionServerInfo, whose field 2 is a VersionInfo, whose field 1 is the version.
 *
 * <p>Stateless.
 */
final class ServerVersion {
  private static final ByteString MAGIC = ByteString.copyFromUtf8("PBUF");
  private static final int VERSION_INFO = 2;
  private static final int VERSION = 1;
  private static final int MAX_LENGTH = 100;

  private ServerVersion() {}

  /**
   * Reads the version.
   *
   * @param node what the node holds, without HBase's header
   * @return empty if it has none, as with HBase 0.94, or cannot be read
   */
  static Optional<String> read(byte[] node) {
    ByteString data = ByteString.copyFrom(node);
    if (!data.startsWith(MAGIC)) {
      return Optional.empty();
    }
    try {
      List<ByteString> infos = field(data.substring(MAGIC.size()), VERSION_INFO);
      List<ByteString> versions = infos.isEmpty() ? infos : field(infos.get(0), VERSION);
      return versions.stream()
          .map(ByteString::toStringUtf8)
          .findFirst()
          .filter(text -> !text.isEmpty() && text.length() <= MAX_LENGTH);
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  private static List<ByteString> field(ByteString message, int number)
      throws InvalidProtocolBufferException {
    return UnknownFieldSet.parseFrom(message).getField(number).getLengthDelimitedList();
  }
}
