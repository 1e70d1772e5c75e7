package io.argus.hadoop;

import io.argus.core.recorder.RecordFiles;
import io.argus.core.recorder.RecordReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Supplier;

/**
 * The program that {@code bin/argus} starts to read recorded history from HDFS, as the user that
 * Hadoop's client authenticates. It asks no server of HBase.
 *
 * <p>Arguments: begin and end (milliseconds since the epoch), distance of the points (minutes), and
 * a tenant unless all are asked for. It prints the answer of {@link RecordReader#json} as one line.
 * If it fails, its exit code is 1, and a line of standard error that begins with {@value #MARK}
 * says why.
 */
public final class HistoryProgram {
  static final String MARK = "argus-history: ";

  private HistoryProgram() {}

  /**
   * Runs it, and ends the JVM.
   *
   * @param files those of the cluster whose {@code hbase-site.xml} is on the class path
   */
  public static void run(Supplier<RecordFiles> files, String[] arguments) throws IOException {
    PrintStream answer = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
    System.setOut(System.err); // Hadoop's client may log there
    int exitCode = 1;
    try {
      answer.println(read(files.get(), arguments));
      exitCode = answer.checkError() ? 1 : 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      System.err.println(MARK + e.getMessage());
      e.printStackTrace();
    }
    System.exit(exitCode); // Hadoop's client may leave threads
  }

  private static String read(RecordFiles files, String[] arguments) throws IOException {
    return new RecordReader(files)
        .json(
            Long.parseLong(arguments[0]),
            Long.parseLong(arguments[1]),
            Integer.parseInt(arguments[2]),
            arguments.length > 3 ? arguments[3] : null);
  }
}
