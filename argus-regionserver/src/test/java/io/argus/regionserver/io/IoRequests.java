package io.argus.regionserver.io;

/** Has requests of other rooms' tests do I/O, without threads. */
public final class IoRequests {
  private IoRequests() {}

  /** The request has needed a grant. */
  public static void askForIo(IoRequest request) {
    request.askedForIo = true;
  }

  /** The request has read bytes, some of them announced. */
  public static void read(IoRequest request, long bytes, long announcedBytes) {
    request.bytesRead = bytes;
    request.admittedBytes = announcedBytes;
  }

  /** What one grant for all that the request reads is estimated at. */
  public static long estimateBytes(IoRequest request) {
    return request.estimateBytes();
  }
}
