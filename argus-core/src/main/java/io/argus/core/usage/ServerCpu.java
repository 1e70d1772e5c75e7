package io.argus.core.usage;

/**
 * The CPU of one region server during the window of a {@link UsageReport}. Times are seconds per
 * second: the mean number of cores in use.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerCpu {
  /** Of a server that does not say. */
  public static final ServerCpu UNKNOWN = new ServerCpu(0, 0, 0, 0);

  /**
   * From this part on, the CPU counts as busy. Even clients without any pause leave a tenth idle,
   * while their requests are on the way between threads.
   */
  private static final double BUSY = 0.8;

  /** From this part on, one tenant begins to feel what others use. */
  private static final double FELT = 0.6;

  private final int available;
  private final double machineBusy;
  private final double serverBusy;
  private final double unattributed;

  /**
   * @param available cores that the server may use, as its virtual machine sees them; 0 if unknown
   * @param machineBusy use of the whole machine or container, other processes included; 0 if
   *     unknown
   * @param serverBusy use of the server's process
   * @param unattributed the part of that which no tenant caused
   */
  public ServerCpu(int available, double machineBusy, double serverBusy, double unattributed) {
    this.available = available;
    this.machineBusy = machineBusy;
    this.serverBusy = serverBusy;
    this.unattributed = unattributed;
  }

  /** Whether the figures are known. */
  public boolean isKnown() {
    return available > 0;
  }

  /** 0 if not known. */
  public int available() {
    return available;
  }

  /** Use of the whole machine or container; 0 if not known. */
  public double machineBusy() {
    return machineBusy;
  }

  public double serverBusy() {
    return serverBusy;
  }

  /** The part of the server's use that no tenant caused. */
  public double unattributed() {
    return unattributed;
  }

  /** CPU in use by whomever: the machine's if known, else the server's. */
  public double busy() {
    return Math.min(available, Math.max(machineBusy, serverBusy));
  }

  /** What is left to use until the CPU {@linkplain #isBusy is busy}; 0 if not known. */
  public double spare() {
    return Math.max(0, BUSY * available - busy());
  }

  /** Whether nearly all cores are in use, so that more use by one is less for others. */
  public boolean isBusy() {
    return isKnown() && busy() >= BUSY * available;
  }

  /**
   * How much the CPU limits what runs on it, 0..1: 0 while much of it idles, 1 from where it
   * {@linkplain #isBusy are busy}, linear between.
   */
  public double saturation() {
    double part = isKnown() ? busy() / available : 0;
    return Math.min(1, Math.max(0, (part - FELT) / (BUSY - FELT)));
  }
}
