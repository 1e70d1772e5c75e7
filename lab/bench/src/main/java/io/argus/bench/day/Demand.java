package io.argus.bench.day;

/** What a tenant asks for in each hour of a day, in operations a second. */
@FunctionalInterface
interface Demand {
  /** Whoever has nothing to do still looks now and then. */
  double IDLE = 0.1;

  /** Operations a second in the hour that begins then, 0..23. */
  double at(int hour);

  /** The same at all hours. */
  static Demand steady(double perSecond) {
    return hour -> perSecond;
  }

  /** People, who sleep: rises from 6 until 14 o'clock and falls until 22. */
  static Demand awake(double night, double noon) {
    return hour ->
        hour < 6 || hour >= 22
            ? night
            : night + (noon - night) * Math.sin(Math.PI * (hour + 0.5 - 6) / 16);
  }

  /** That much between two hours, which may be on both sides of midnight, and else next to none. */
  static Demand between(int from, int to, double perSecond) {
    return hour ->
        (from <= to ? hour >= from && hour < to : hour >= from || hour < to) ? perSecond : IDLE;
  }
}
