package com.google.common.io;

import java.io.OutputStream;

/**
 * What HBase 0.94 needs of Guava 11 to write and read HFiles. It runs beside the commands here, and
 * they have a later Guava, without this class.
 */
public final class NullOutputStream extends OutputStream {
  @Override
  public void write(int value) {}
}
