package io.argus.bench.day;

/** What an operator does during the day, in the order of time. */
enum DayEvent {
  SLO(2, true, "an SLO of " + Day.SLO_OPS + " operations a second for " + Day.WITH_SLO),
  CAP(8, true, "a cap of " + Day.CAP_OPS + " operations a second for " + Day.WITH_CAP),
  SPLIT(10, false, "the first region of " + Day.WITH_SPLIT + " is split"),
  RESTART(14, false, "the region servers restart, one after the other");

  private final int hour;
  private final boolean needsArgus;
  private final String what;

  DayEvent(int hour, boolean needsArgus, String what) {
    this.hour = hour;
    this.needsArgus = needsArgus;
    this.what = what;
  }

  /** When it is due, 0..23. */
  int hour() {
    return hour;
  }

  /** Whether stock HBase has no such thing. */
  boolean needsArgus() {
    return needsArgus;
  }

  String what() {
    return what;
  }
}
