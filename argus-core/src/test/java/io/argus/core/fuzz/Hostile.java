package io.argus.core.fuzz;

import java.util.Random;

/** Texts, numbers and JSON that no document should hold, and that somebody will send. */
final class Hostile {
  private static final String[] TEXTS = {
    "",
    " ",
    "null",
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "../../../etc/passwd",
    "a/b",
    "/",
    ".",
    "..",
    "\u0000",
    "a\nb\r\tc",
    "\u001b[31mred\u001b[0m",
    "\u202eabc",
    "\ud800",
    "\u00e9\u540d\u524d\ud83d\ude00",
    "default",
    "system.tables",
    "unknown.tables",
    "NaN",
    "-1",
    "1e999",
    "%s%n%x",
    "${jndi:ldap://x}",
    "a,b=c;d",
    "x".repeat(128),
    "x".repeat(129),
    "x".repeat(10_000),
    "<".repeat(10_000),
    "<a>".repeat(3_000) + "</a>".repeat(3_000),
    "&a;".repeat(1_000),
  };

  private static final String[] NUMBERS = {
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "0.5",
    "1.0000001",
    "0.9999999",
    "-1e-9",
    "4.9e-324",
    "1e-310",
    "1e18",
    "1e300",
    "1e308",
    "-1e308",
    "1e400",
    "-1e400",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999999999",
    "1e-999999999",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "0x10",
    "1_000",
    "00",
    "1d",
    "\u0661\u0662",
    "1".repeat(400),
    "1".repeat(20_000),
  };

  private static final String[] JSON = {
    "null",
    "true",
    "false",
    "{}",
    "[]",
    "[null]",
    "[[]]",
    "[{}]",
    "{\"\":null}",
    "[[null,1]]",
    "[[null,null]]",
    "[[\"a\",\"b\"]]",
    "[[\"a\",null]]",
    "[[1,2],[1,2]]",
    "{\"a\":1,\"a\":2}",
    "{\"a\":{\"b\":[1,{\"c\":null}]}}",
    "[1,2,3]",
    "[0.5,0.5,0.5]",
    "[\"a\",\"a\"]",
    "'a'",
    "a",
    "/*",
    "\"",
    "\"\\u12\"",
    ",",
    "]",
    "}",
  };

  private Hostile() {}

  static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  static String number(Random random) {
    return NUMBERS[random.nextInt(NUMBERS.length)];
  }

  /** Not always legal JSON. */
  static String json(Random random) {
    switch (random.nextInt(20)) {
      case 0:
        return "[".repeat(20_000);
      case 1:
        return "[".repeat(5_000) + "1" + "]".repeat(5_000);
      case 2:
        return "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000);
      case 3:
        return "[" + "{},".repeat(2_000) + "{}]";
      case 4, 5, 6, 7, 8, 9:
        return number(random);
      case 10, 11, 12, 13:
        return quoted(text(random));
      default:
        return JSON[random.nextInt(JSON.length)];
    }
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      json.append(
          c == '"' || c == '\\' || c < ' ' || Character.isSurrogate(c)
              ? String.format("\\u%04x", (int) c)
              : c);
    }
    return json.append('"').toString();
  }
}
