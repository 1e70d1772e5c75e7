package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServerVersionTest {
  private static final byte[] PORT = {8, (byte) 0xc6, 0x7d}; // field 1 is 16070

  /** What a region server of 2.6 writes: port of its page, then version, address and so on. */
  static byte[] node(String version) {
    byte[] text = version.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream info = new ByteArrayOutputStream();
    info.write(10);
    info.write(text.length);
    info.writeBytes(text);
    info.writeBytes(new byte[] {18, 3, 'u', 'r', 'l'});
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    node.writeBytes("PBUF".getBytes(StandardCharsets.UTF_8));
    node.writeBytes(PORT);
    node.write(18);
    node.write(info.size());
    node.writeBytes(info.toByteArray());
    return node.toByteArray();
  }

  @Test
  void theVersionIsFound() {
    assertThat(ServerVersion.read(node("2.6.4-hadoop3"))).contains("2.6.4-hadoop3");
  }

  @Test
  void whatSaysNoVersionIsEmpty() {
    assertThat(ServerVersion.read(new byte[0])).isEmpty();
    assertThat(ServerVersion.read("PBUF".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(ServerVersion.read("16030".getBytes(StandardCharsets.UTF_8))).isEmpty();
    assertThat(ServerVersion.read(node("x".repeat(101)))).isEmpty();
  }

  @Test
  void damagedNodesAreEmptyOrAnotherText() {
    Random random = new Random(1);
    byte[] whole = node("2.6.4");
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      ServerVersion.read(damaged).ifPresent(text -> assertThat(text).hasSizeLessThan(101));
    }
  }
}
