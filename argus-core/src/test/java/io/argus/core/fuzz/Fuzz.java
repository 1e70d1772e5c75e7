package io.argus.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * Gives a reader damaged documents, and fails unless it takes each one or refuses it in the
 * documented way, in bounded time and memory. The number of documents is the system property {@code
 * argus.fuzz.mutations}, {@value #DEFAULT_MUTATIONS} without; {@code argus.fuzz.seed} makes other
 * documents.
 *
 * <p>A document that a reader fails for is in {@code target/fuzz}.
 */
public final class Fuzz {
  private static final int DEFAULT_MUTATIONS = 1_000;

  /** CPU time of one document, more than enough on a busy machine. */
  private static final long MAX_NANOS = 3_000_000_000L;

  private static final long HANGS_MILLIS = 120_000;
  private static final long MAX_BYTES = 48L << 20;
  private static final long MAX_BYTES_PER_BYTE = 500;
  private static final int MAX_MESSAGE = 8_000;
  private static final int MAX_FAILURES = 12;

  /** As small as that of a server's thread. */
  private static final long STACK_BYTES = 512 << 10;

  private static final int WARM_UP = 50;

  /** Reads a document and checks what it has read. */
  public interface Reader {
    void read(byte[] document) throws Exception;
  }

  private final String kind;
  private final List<byte[]> seeds;
  private final List<Class<? extends Exception>> refusals = new ArrayList<>();
  private UnaryOperator<byte[]> repair = document -> document;
  private int divisor = 1;
  private int most = Integer.MAX_VALUE;
  private long mostBytesPerByte = MAX_BYTES_PER_BYTE;

  private Fuzz(String kind, List<byte[]> seeds) {
    this.kind = kind;
    this.seeds = seeds;
    refusals.add(IllegalArgumentException.class);
  }

  /**
   * @param seeds sound documents
   */
  public static Fuzz of(String kind, byte[]... seeds) {
    return new Fuzz(kind, Arrays.asList(seeds));
  }

  /** The reader may also refuse a document by that exception. */
  public Fuzz refusing(Class<? extends Exception> refusal) {
    refusals.add(refusal);
    return this;
  }

  /** Repairs nine of ten documents, such as their checksum, so that they get further. */
  public Fuzz repairing(UnaryOperator<byte[]> whole) {
    repair = whole;
    return this;
  }

  /** Divides the default number of documents for a reader that takes long. */
  public Fuzz slower(int factor) {
    divisor = factor;
    return this;
  }

  /** Bounds the number of documents for a reader that takes tens of milliseconds. */
  public Fuzz atMost(int documents) {
    most = documents;
    return this;
  }

  /** Allows more memory for each byte of a document, for a reader that also prints it. */
  public Fuzz allocating(long bytesPerByte) {
    mostBytesPerByte = bytesPerByte;
    return this;
  }

  private int mutations() {
    Integer asked = Integer.getInteger("argus.fuzz.mutations");
    return asked == null ? DEFAULT_MUTATIONS / divisor : Math.min(asked, most);
  }

  /** What went wrong, and how often. */
  private static final class Failure {
    final String text;
    int count;

    Failure(String text) {
      this.text = text;
    }
  }

  private final Map<String, Failure> failures = new LinkedHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private int accepted;
  private int refused;
  private long slowestNanos;
  private long mostBytes;

  public void run(Reader reader) throws InterruptedException {
    int mutations = mutations();
    Mutation mutation = new Mutation(seeds, Long.getLong("argus.fuzz.seed", 1) + kind.hashCode());
    for (byte[] seed : seeds) {
      try {
        reader.read(seed);
      } catch (Exception e) {
        throw new AssertionError(kind + ": a sound document is refused", e);
      }
    }
    Thread thread =
        new Thread(null, () -> readAll(reader, mutation, mutations), "fuzz " + kind, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    awaitEnd(thread);
    System.out.printf(
        Locale.ROOT,
        "fuzz %s: %d mutations, %d accepted, %d refused, slowest %.1f ms, most memory %.1f MB%n",
        kind,
        mutations,
        accepted,
        refused,
        slowestNanos / 1e6,
        mostBytes / 1e6);
    StringBuilder all = new StringBuilder();
    failures.values().forEach(f -> all.append(f.count).append(" x ").append(f.text).append('\n'));
    assertThat(failures).as("%s%n%s", kind, all).isEmpty();
  }

  private void awaitEnd(Thread thread) throws InterruptedException {
    int at = -1;
    while (thread.isAlive() && at != next.get()) {
      at = next.get();
      thread.join(HANGS_MILLIS);
    }
    if (thread.isAlive()) {
      failures.put(
          "hang",
          new Failure("document " + at + " hangs in " + Arrays.toString(thread.getStackTrace())));
    }
  }

  private void readAll(Reader reader, Mutation mutation, int mutations) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < mutations && failures.size() < MAX_FAILURES; i++) {
      next.set(i);
      byte[] document = mutation.document(i);
      if (i % 10 > 0) {
        document = repair.apply(document);
      }
      long bytesBefore = threads.getCurrentThreadAllocatedBytes();
      long nanosBefore = threads.getCurrentThreadCpuTime();
      read(reader, i, document);
      long nanos = threads.getCurrentThreadCpuTime() - nanosBefore;
      long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
      if (i > WARM_UP) {
        slowestNanos = Math.max(slowestNanos, nanos);
      }
      mostBytes = Math.max(mostBytes, bytes);
      if (nanos > MAX_NANOS) {
        fail("slow", i, document, new AssertionError(nanos / 1e6 + " ms"));
      }
      if (bytes > MAX_BYTES + mostBytesPerByte * document.length) {
        fail("memory", i, document, new AssertionError(bytes / 1e6 + " MB"));
      }
    }
  }

  private void read(Reader reader, int number, byte[] document) {
    try {
      reader.read(document);
      accepted++;
    } catch (Throwable e) {
      String wrong = refusals.contains(e.getClass()) ? wrongWith(e.getMessage()) : "thrown";
      if (wrong.isEmpty()) {
        refused++;
      } else {
        fail(wrong, number, document, e);
      }
    }
  }

  /** A message says what is wrong on one line of a bearable length. */
  private static String wrongWith(String message) {
    if (message == null || message.isBlank() || message.equals("null")) {
      return "no message";
    }
    if (message.length() > MAX_MESSAGE) {
      return "message of " + message.length() / 1000 + " thousand characters";
    }
    return message.chars().anyMatch(Character::isISOControl) ? "message with control" : "";
  }

  private void fail(String wrong, int number, byte[] document, Throwable why) {
    StackTraceElement[] stack = why.getStackTrace();
    String place = stack.length == 0 ? "" : stack[0].toString();
    String key = wrong + why.getClass() + place;
    Failure known = failures.get(key);
    if (known == null) {
      known = new Failure(text(wrong, number, document, why));
      failures.put(key, known);
    }
    known.count++;
  }

  private String text(String wrong, int number, byte[] document, Throwable why) {
    StringWriter trace = new StringWriter();
    why.printStackTrace(new PrintWriter(trace));
    String[] lines = trace.toString().split("\n");
    String first = String.join("\n", Arrays.asList(lines).subList(0, Math.min(14, lines.length)));
    String saved = "";
    try {
      Path file = Path.of("target", "fuzz", kind.replaceAll("\\W+", "-") + "-" + number);
      Files.createDirectories(file.getParent());
      Files.write(file, document);
      saved = file.toString();
    } catch (IOException e) {
      saved = "not saved: " + e;
    }
    return wrong + ", document " + number + " (" + saved + "): " + shortened(first);
  }

  private static String shortened(String text) {
    return text.length() > 3_000 ? text.substring(0, 3_000) + "..." : text;
  }
}
