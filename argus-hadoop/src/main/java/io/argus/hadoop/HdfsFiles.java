package io.argus.hadoop;

import io.argus.core.recorder.RecordFiles;
import io.argus.core.settings.Settings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * The recorder's directory on HDFS, or on whatever file system its name says.
 *
 * <p>Safe for use by any thread.
 */
public final class HdfsFiles implements RecordFiles {
  private static final String ROOT = "hbase.rootdir";

  private final Configuration conf;
  private final String directory;
  private final FsPermission permissions;

  private HdfsFiles(Configuration conf, String directory, FsPermission permissions) {
    this.conf = conf;
    this.directory = directory;
    this.permissions = permissions;
  }

  /**
   * The directory that the configuration of a cluster says.
   *
   * @param byDefault path below HBase's root directory, where this HBase must not look at it
   */
  public static HdfsFiles of(Configuration conf, String byDefault) {
    Settings settings = Settings.read(conf::get);
    String set = settings.get(Settings.RECORDER_DIR);
    return new HdfsFiles(
        conf,
        set.isEmpty() ? conf.get(ROOT) + "/" + byDefault : set,
        new FsPermission(Short.parseShort(settings.get(Settings.RECORDER_PERMISSIONS), 8)));
  }

  @Override
  public String location() {
    return directory;
  }

  /** Hadoop keeps one for each user and file system. */
  private FileSystem fileSystem() throws IOException {
    return new Path(directory).getFileSystem(conf);
  }

  private Path path(String name) {
    return new Path(directory, name);
  }

  @Override
  public Map<String, Long> list() throws IOException {
    Map<String, Long> lengths = new TreeMap<>();
    FileStatus[] files = statuses();
    if (files != null) {
      for (FileStatus file : files) {
        lengths.put(file.getPath().getName(), file.getLen());
      }
    }
    return lengths;
  }

  /** Null if there is no directory yet, for which Hadoop 1 returns null. */
  private FileStatus @Nullable [] statuses() throws IOException {
    try {
      return fileSystem().listStatus(new Path(directory));
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  @Override
  public OutputStream create(String name) throws IOException {
    FileSystem files = fileSystem();
    Path parent = new Path(directory);
    if (!files.exists(parent)) {
      files.mkdirs(parent);
      files.setPermission(parent, permissions); // mkdirs applies the umask
    }
    return files.create(path(name), false);
  }

  @Override
  public boolean rename(String from, String to) throws IOException {
    if (fileSystem().rename(path(from), path(to))) {
      return true;
    }
    if (fileSystem().exists(path(to))) {
      return false;
    }
    throw new IOException(path(from) + " could not be renamed to " + to);
  }

  @Override
  public void delete(String name) throws IOException {
    fileSystem().delete(path(name), false);
  }

  @Override
  public Opened open(String name) throws IOException {
    long length = fileSystem().getFileStatus(path(name)).getLen();
    FSDataInputStream in = fileSystem().open(path(name));
    return new Opened() {
      @Override
      public long length() {
        return length;
      }

      @Override
      public void read(long position, byte[] into) throws IOException {
        in.readFully(position, into);
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
