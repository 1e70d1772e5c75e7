package io.argus.regionserver.handler;

/**
 * How a request ended: whether it was answered, and the bytes that its client sent and received.
 *
 * <p>Read by the thread that ran the request, before it runs the next one; so a runner may give the
 * same object for each request of a thread.
 */
public interface Outcome {
  /** Answered; how many bytes went in and out is not known. */
  Outcome ANSWERED =
      new Outcome() {
        @Override
        public boolean answered() {
          return true;
        }

        @Override
        public long receivedBytes() {
          return 0;
        }

        @Override
        public long sentBytes() {
          return 0;
        }
      };

  /**
   * Whether the request was executed, and answered without an exception; only then it is an
   * operation.
   */
  boolean answered();

  /** Bytes of the request as they came in; 0 if not known. */
  long receivedBytes();

  /** Bytes of the answer; 0 without one. */
  long sentBytes();
}
