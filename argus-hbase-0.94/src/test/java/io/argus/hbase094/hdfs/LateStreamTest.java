package io.argus.hbase094.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LateStreamTest {
  private static final int BLOCK = 1_000;
  private static final int HEADER = 33;
  private static final int BLOCKS = 400;

  @TempDir Path directory;
  private final byte[] content = new byte[BLOCKS * BLOCK];
  private org.apache.hadoop.fs.Path file;
  private FileSystem files;

  /** The streams that were opened for sequential readers. */
  private final List<Recorded> streams = new ArrayList<>();

  private FSDataInputStream base;
  private FSDataInputStream late;

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(content);
    file = new org.apache.hadoop.fs.Path(Files.write(directory.resolve("file"), content).toUri());
    files = FileSystem.getLocal(new Configuration()).getRaw();
    base = files.open(file);
    late = new FSDataInputStream(new LateStream(base, 4 * BLOCK, this::another));
  }

  private FSDataInputStream another() throws IOException {
    Recorded stream = new Recorded(files.open(file));
    streams.add(stream);
    return new FSDataInputStream(stream);
  }

  /** The file as HDFS streams it: at most a packet at once, and it may fail. */
  private static final class Recorded extends FSInputStream {
    private static final int PACKET = 700;

    private final FSDataInputStream stream;
    private boolean closed;
    private boolean fails;

    Recorded(FSDataInputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      return stream.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (fails) {
        throw new IOException("no DataNode has that block");
      }
      return stream.read(buffer, offset, Math.min(PACKET, length));
    }

    @Override
    public void seek(long position) throws IOException {
      stream.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) throws IOException {
      return stream.seekToNewSource(position);
    }

    @Override
    public void close() throws IOException {
      closed = true;
      stream.close();
    }
  }

  @AfterEach
  void close() throws IOException {
    late.close();
    assertThat(streams).allMatch(stream -> stream.closed);
  }

  private void read(int from, int bytes) throws IOException {
    byte[] buffer = new byte[bytes];
    late.seek(from);
    assertThat(late.getPos()).isEqualTo(from);
    late.readFully(buffer);
    assertThat(buffer).isEqualTo(Arrays.copyOfRange(content, from, from + bytes));
    assertThat(late.getPos()).isEqualTo(from + bytes);
  }

  private void readAt(int from, int bytes) throws IOException {
    byte[] buffer = new byte[bytes];
    assertThat(late.read(from, buffer, 0, bytes)).isEqualTo(bytes);
    assertThat(buffer).isEqualTo(Arrays.copyOfRange(content, from, from + bytes));
  }

  @Test
  void readsThatJumpMoveNoStream() throws IOException {
    for (int block : new int[] {7, 8, 3, 4, 5, 6, 1, 19, 12}) {
      read(block * BLOCK, BLOCK);
    }
    assertThat(base.getPos()).isZero();
    assertThat(streams).isEmpty();
  }

  @Test
  void whoReadsInARowGetsAStream() throws IOException {
    for (int block = 2; block < 6; block++) {
      read(block * BLOCK, BLOCK);
    }
    assertThat(streams).isEmpty();
    read(6 * BLOCK, BLOCK);
    read(7 * BLOCK, BLOCK);
    assertThat(streams).hasSize(1);
    assertThat(streams.get(0).getPos()).isEqualTo(8 * BLOCK);
    assertThat(base.getPos()).isZero();
  }

  @Test
  void theNextHeaderReadAheadBreaksNoRow() throws IOException {
    for (int block = 2; block < 7; block++) {
      read(block * BLOCK, BLOCK + HEADER);
    }
    assertThat(streams.get(0).getPos()).isEqualTo(7 * BLOCK + HEADER);
    read(7 * BLOCK + HEADER, BLOCK);
    assertThat(streams).hasSize(1);
    assertThat(streams.get(0).getPos()).isEqualTo(8 * BLOCK + HEADER);
  }

  @Test
  void eachOfThoseWhoReadInARowHasItsOwnWhileOthersJump() throws IOException {
    Random random = new Random(2);
    for (int i = 0; i < 20; i++) {
      read((20 + i) * BLOCK, BLOCK);
      read((50 + i) * BLOCK, BLOCK);
      // A scan reads by position while another scan uses the stream that they share.
      readAt((80 + i) * BLOCK, BLOCK);
      read((100 + 2 * random.nextInt(150)) * BLOCK, BLOCK);
      readAt((100 + 2 * random.nextInt(150)) * BLOCK, BLOCK);
    }
    assertThat(streams).hasSize(2);
    assertThat(streams.get(0).getPos()).isEqualTo(40 * BLOCK);
    assertThat(streams.get(1).getPos()).isEqualTo(70 * BLOCK);
  }

  @Test
  void aReadAtAPositionContinuesARow() throws IOException {
    for (int block = 2; block < 10; block++) {
      if (block % 2 == 0) {
        read(block * BLOCK, BLOCK);
      } else {
        readAt(block * BLOCK, BLOCK);
      }
    }
    assertThat(streams).hasSize(1);
    assertThat(streams.get(0).getPos()).isEqualTo(10 * BLOCK);
  }

  @Test
  void noMoreStreamsThanFourAreOpen() throws IOException {
    for (int reader = 0; reader < 6; reader++) {
      for (int block = 0; block < 6; block++) {
        read((1 + 10 * reader + block) * BLOCK, BLOCK);
      }
    }
    assertThat(streams).hasSize(6);
    assertThat(streams.stream().filter(stream -> stream.closed).toList())
        .containsExactly(streams.get(0), streams.get(1));
  }

  @Test
  void theStreamOfOneWhoIsGoneIsClosed() throws IOException {
    for (int block = 2; block < 8; block++) {
      read(block * BLOCK, BLOCK);
    }
    for (int block = 50; block < 82; block++) {
      read(block * BLOCK, BLOCK);
    }
    assertThat(streams.get(0).closed).isFalse();
    read(82 * BLOCK, BLOCK);
    read(83 * BLOCK, BLOCK);
    assertThat(streams.get(0).closed).isTrue();
    assertThat(streams.get(1).closed).isFalse();
  }

  @Test
  void aStreamThatFailsIsReplacedByReadsAtPositions() throws IOException {
    for (int block = 2; block < 8; block++) {
      read(block * BLOCK, BLOCK);
    }
    streams.get(0).fails = true;
    for (int block = 8; block < 12; block++) {
      read(block * BLOCK, BLOCK);
    }
    assertThat(streams).hasSize(1);
    read(12 * BLOCK, BLOCK);
    read(13 * BLOCK, BLOCK);
    assertThat(streams).hasSize(2);
    assertThat(streams.get(0).closed).isTrue();
  }

  @Test
  void manyThreadsReadTheFile() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        int first = thread * 50;
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    readAt((first + i % 50) * BLOCK, BLOCK);
                    synchronized (this) {
                      read((first + i % 50) * BLOCK, BLOCK);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aFileReadFromItsBeginIsOneStream() throws IOException {
    read(0, 100);
    assertThat(base.getPos()).isEqualTo(100);
    assertThat(late.read()).isEqualTo(content[100] & 0xff);
    assertThat(late.skip(50)).isEqualTo(50);
    read(151, BLOCK);
    assertThat(base.getPos()).isEqualTo(151 + BLOCK);
  }

  @Test
  void singleBytesAndTheEndAreThoseOfTheFile() throws IOException {
    late.seek(5 * BLOCK);
    assertThat(late.read()).isEqualTo(content[5 * BLOCK] & 0xff);
    assertThat(late.getPos()).isEqualTo(5 * BLOCK + 1);
    late.seek(content.length - 10);
    assertThat(late.available()).isEqualTo(10);
    byte[] buffer = new byte[100];
    assertThat(late.read(buffer, 0, 100)).isEqualTo(10);
    assertThat(late.read(buffer, 0, 100)).isEqualTo(-1);
    assertThat(late.read()).isEqualTo(-1);
    late.seek(0);
    assertThat(late.read(content.length, buffer, 0, 100)).isEqualTo(-1);
    assertThat(late.getPos()).isZero();
    for (int block = BLOCKS - 6; block < BLOCKS - 1; block++) {
      read(block * BLOCK, BLOCK);
    }
    late.seek((BLOCKS - 1) * BLOCK);
    assertThat(late.read(new byte[2 * BLOCK], 0, 2 * BLOCK)).isEqualTo(BLOCK);
    assertThat(late.read(buffer, 0, 1)).isEqualTo(-1);
  }
}
