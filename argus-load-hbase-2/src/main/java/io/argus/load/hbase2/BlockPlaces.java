package io.argus.load.hbase2;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where the blocks of a store's files lie. The client of the other HBase has the same class: their
 * class paths share no Hadoop.
 *
 * <p>Stateless.
 */
final class BlockPlaces {
  private BlockPlaces() {}

  /**
   * Whether all blocks of the files in a directory are on the DataNode with that address; false,
   * too, if a file is deleted meanwhile.
   */
  static boolean areOn(FileSystem files, Path directory, String dataNode) throws IOException {
    try {
      for (FileStatus file : files.listStatus(directory)) {
        for (BlockLocation block : files.getFileBlockLocations(file, 0, file.getLen())) {
          for (String name : block.getNames()) {
            if (!name.startsWith(dataNode + ":")) {
              return false;
            }
          }
        }
      }
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
