package io.argus.core.tenant;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A name, or the beginning of names with {@code *} after it. Immutable. */
final class NamePattern {
  private static final Pattern LEGAL_OF_USER = Pattern.compile("[\\p{L}\\p{N}._$@/-]{0,256}\\*?");

  private static final Pattern LEGAL_OF_ATTRIBUTE = Pattern.compile("[\\p{L}\\p{N}._$/-]{1,256}");

  final String text;

  /** Without the star. */
  final String beginning;

  private final byte[] bytes;
  private final boolean isExact;

  NamePattern(String text) {
    this.text = text;
    this.isExact = !text.endsWith("*");
    this.beginning = isExact ? text : text.substring(0, text.length() - 1);
    this.bytes = beginning.getBytes(StandardCharsets.UTF_8);
  }

  static boolean isLegal(String text) {
    int star = text.indexOf('*');
    return star < 0 || star == text.length() - 1;
  }

  /** Whether it can be the name of a user or a group, or the beginning of such names. */
  static boolean isLegalOfUser(String text) {
    return text.equals("*") || (!text.isEmpty() && LEGAL_OF_USER.matcher(text).matches());
  }

  /** Whether it can be the name of an attribute of requests. */
  static boolean isLegalOfAttribute(String text) {
    return LEGAL_OF_ATTRIBUTE.matcher(text).matches();
  }

  /** Whether it matches a name in UTF-8, without making a string of it. */
  boolean matches(byte[] name) {
    if (isExact ? name.length != bytes.length : name.length < bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (name[i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  boolean matches(String name) {
    return isExact ? name.equals(text) : name.startsWith(beginning);
  }

  /** Whether it matches all that another one does. */
  boolean covers(NamePattern other) {
    return isExact ? text.equals(other.text) : other.beginning.startsWith(beginning);
  }

  @Override
  public String toString() {
    return text;
  }
}
