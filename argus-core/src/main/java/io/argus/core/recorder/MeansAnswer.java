package io.argus.core.recorder;

/** The means of all tenants in a span of time, and in the hour before. Used by one thread. */
final class MeansAnswer extends RecordAnswer {
  private final Means before;
  private final Means then;

  MeansAnswer(long fromMillis, long toMillis) {
    super(
        fromMillis - Incident.BEFORE_MILLIS,
        toMillis,
        RecordReader.step(
            (toMillis - fromMillis + Incident.BEFORE_MILLIS) / RecordReader.MINUTE_MILLIS),
        null,
        false);
    before = new Means(Long.MIN_VALUE, fromMillis);
    then = new Means(fromMillis, toMillis);
  }

  @Override
  void put(String series, long minute, Point point, Columns columns) {
    if (series.equals(Recorder.CLUSTER)) {
      return;
    }
    for (int i = 0; i < columns.count(); i++) {
      if (!Float.isNaN(point.figures[i])) {
        String figure = columns.names().get(i);
        before.add(series, figure, minute * RecordReader.MINUTE_MILLIS, point.figures[i]);
        then.add(series, figure, minute * RecordReader.MINUTE_MILLIS, point.figures[i]);
      }
    }
  }

  Incident incident() {
    return new Incident(before, then);
  }
}
