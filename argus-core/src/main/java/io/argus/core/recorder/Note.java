package io.argus.core.recorder;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, such as a new plan: when, what kind, one sentence, and its document if
 * it has one, else nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Note implements Comparable<Note> {
  private static final Comparator<Note> ORDER =
      Comparator.<Note>comparingLong(note -> note.millis)
          .thenComparing(note -> note.kind)
          .thenComparing(note -> note.text)
          .thenComparing(note -> note.document);

  /** Milliseconds since the epoch. */
  final long millis;

  final String kind;
  final String text;
  final String document;

  Note(long millis, String kind, String text, String document) {
    this.millis = millis;
    this.kind = kind;
    this.text = text;
    this.document = document;
  }

  @Override
  public int compareTo(Note other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Note && compareTo((Note) other) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(millis, kind, text);
  }
}
