package tidemark.operators.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Records for {@link FastJsonTest}'s columns and others, with values that fit and that do not. */
final class RandomJson {
  private static final String[] NAMES = {
    "s",
    "i",
    "l",
    "d",
    "f",
    "b",
    "t",
    "n",
    "day",
    "m",
    "w",
    "tiny",
    "a",
    "st",
    "mp",
    "other",
    "x1",
    "latency_in_milliseconds",
    "\u00e9",
    "q\\u0041",
    "_raw"
  };

  private final Random random;

  RandomJson(Random random) {
    this.random = random;
  }

  /**
   * Sixty records of a few shapes.
   *
   * @param mutation a quarter of the share of them that is spoilt
   */
  byte[] file(double mutation) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    int shape = random.nextInt(1000);
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(10) == 0) {
        shape = random.nextInt(1000);
      }
      byte[] record = record(new Random(shape)).getBytes(StandardCharsets.UTF_8);
      if (random.nextDouble() < mutation * 4) {
        record = mutated(record);
      }
      file.writeBytes(record);
      file.writeBytes((random.nextInt(20) == 0 ? "\r\n" : "\n").getBytes(StandardCharsets.UTF_8));
    }
    byte[] all = file.toByteArray();
    return random.nextBoolean() ? all : Arrays.copyOf(all, all.length - 1);
  }

  /** Names and spaces depend on the shape, values on the test's own randomness. */
  private String record(Random shape) {
    String space = shape.nextInt(4) == 0 ? " " : "";
    StringBuilder record = new StringBuilder("{");
    int count = shape.nextInt(9);
    int first = shape.nextInt(NAMES.length);
    int step = shape.nextInt(3) == 0 ? 0 : 1 + 2 * shape.nextInt(3);
    for (int i = 0; i < count; i++) {
      boolean odd = shape.nextInt(4) == 0;
      String name = NAMES[Math.floorMod(first + i * Math.max(1, step), odd ? NAMES.length : 18)];
      record
          .append(i == 0 ? "" : "," + space)
          .append('"')
          .append(name)
          .append("\":")
          .append(space)
          .append(value(name));
    }
    return record.append('}').toString();
  }

  private String value(String name) {
    if (random.nextInt(12) == 0) {
      return any();
    }
    return switch (name) {
      case "i", "l", "tiny" -> integer();
      case "d", "f" -> number();
      case "m", "w" -> decimal();
      case "b" -> random.nextBoolean() ? "true" : "false";
      case "t", "n", "day" -> '"' + time() + '"';
      case "a" -> parts('[', ']', 4, () -> random.nextInt(6) == 0 ? any() : integer());
      case "st" -> struct();
      case "mp" -> parts('{', '}', 3, () -> memberName() + parts('[', ']', 3, this::struct));
      case "other" -> tree(0);
      default -> random.nextInt(4) == 0 ? any() : string();
    };
  }

  private String struct() {
    if (random.nextInt(15) == 0) {
      return any();
    }
    List<String> members = new ArrayList<>();
    for (String name : List.of("x", "name", "must", "at", "wide", "yes", "few", "raw", "more")) {
      if (random.nextInt(8) != 0) {
        members.add('"' + name + "\":" + space() + field(name));
      }
    }
    if (random.nextInt(3) == 0) {
      members.add(random.nextInt(members.size() + 1), memberName() + tree(0));
    }
    if (random.nextInt(4) == 0) {
      Collections.shuffle(members, random);
    }
    return '{' + space() + String.join("," + space(), members) + space() + '}';
  }

  private String field(String name) {
    if (random.nextInt(25) == 0) {
      return any();
    }
    return switch (name) {
      case "x" -> integer();
      case "must" -> number();
      case "wide", "few" -> decimal();
      case "at" -> '"' + time() + '"';
      case "yes" -> random.nextBoolean() ? "true" : "null";
      case "raw" -> random.nextBoolean() ? "\"AAEC\"" : "null";
      case "more" -> parts('[', ']', 4, () -> random.nextInt(5) == 0 ? tree(1) : string());
      default -> random.nextInt(5) == 0 ? tree(1) : string();
    };
  }

  /** Any JSON, now and then with a name twice, or deeper than is looked into at once. */
  private String tree(int depth) {
    if (random.nextInt(200) == 0) {
      int deep = random.nextInt(100);
      return "[".repeat(deep) + string() + "]".repeat(deep);
    }
    return switch (depth > 3 ? 2 : random.nextInt(4)) {
      case 0 -> parts('[', ']', 4, () -> tree(depth + 1));
      case 1 -> parts('{', '}', 4, () -> memberName() + tree(depth + 1));
      default -> any();
    };
  }

  private String memberName() {
    String[] names = {"k", "x", "name", "a_longer_name", "a_longer_nase", "\u00e9", "q\\u0041", ""};
    return '"' + names[random.nextInt(names.length)] + random.nextInt(60) + "\":" + space();
  }

  private String parts(char open, char close, int most, Supplier<String> part) {
    List<String> all = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      all.add(part.get());
    }
    return open + space() + String.join(space() + "," + space(), all) + space() + close;
  }

  private String space() {
    return random.nextInt(30) == 0 ? " \t" : "";
  }

  private String any() {
    return switch (random.nextInt(12)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2 -> "{\"a\":[1,{}]}";
      case 3 -> "[]";
      case 4 -> "NaN";
      case 5 -> "\"NaN\"";
      case 6 -> "01";
      case 7 -> "1e" + random.nextInt(400);
      case 8 -> "-";
      case 9 -> number();
      case 10 -> integer();
      default -> string();
    };
  }

  private String integer() {
    return switch (random.nextInt(6)) {
      case 0 -> "0";
      case 1 -> "-0";
      case 2 -> Long.toString(random.nextLong());
      case 3 -> Long.toString(random.nextInt());
      case 4 -> random.nextLong() + "" + random.nextInt(100);
      default -> Integer.toString(random.nextInt(300) - 150);
    };
  }

  private String number() {
    return switch (random.nextInt(6)) {
      case 0 -> integer();
      case 1 ->
          random.nextGaussian() + (random.nextBoolean() ? "" : "e" + (random.nextInt(80) - 40));
      case 2 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
      case 3 -> random.nextInt(1000) + "." + random.nextInt(1000);
      case 4 -> random.nextInt(1000) + ".";
      default -> "-0." + "0".repeat(random.nextInt(25)) + random.nextInt(1000);
    };
  }

  private String decimal() {
    return random.nextInt(3) == 0 ? '"' + number() + '"' : number();
  }

  private String time() {
    String date =
        String.format(
            "20%02d-%02d-%02d", random.nextInt(30), 1 + random.nextInt(13), 1 + random.nextInt(31));
    return switch (random.nextInt(6)) {
      case 0 -> date;
      case 1 -> date + " 01:02:03";
      case 2 -> date + "T01:02:03.123456789+02:00";
      case 3 -> date + "T25:02:03Z";
      default -> date + "T01:02:0" + random.nextInt(10) + "." + random.nextInt(1000) + "Z";
    };
  }

  private String string() {
    return switch (random.nextInt(6)) {
      case 0 -> "\"\"";
      case 1 -> "\"caf\u00e9 \u65e5\ud83d\ude00\"";
      case 2 -> "\"a\\n\\u00e9\\\"\\\\" + "\\/\\b\\uD83D\\ude00".repeat(random.nextInt(30)) + "x\"";
      case 3 -> "\"\\ud83d\"";
      case 4 -> "\"\\x\"";
      default -> "\"" + "x".repeat(random.nextInt(40)) + "\"";
    };
  }

  private byte[] mutated(byte[] record) {
    byte[] copy = record.clone();
    if (copy.length == 0) {
      return copy;
    }
    int at = random.nextInt(copy.length);
    switch (random.nextInt(4)) {
      case 0 -> copy[at] = (byte) random.nextInt(256);
      case 1 -> copy[at] = (byte) "{}[]:,\"\\ 0.e-n\t\u0001".charAt(random.nextInt(16));
      case 2 -> copy = Arrays.copyOf(copy, at);
      default -> {
        int other = random.nextInt(copy.length);
        System.arraycopy(
            record,
            Math.min(at, other),
            copy,
            Math.max(at, other),
            copy.length - Math.max(at, other));
      }
    }
    for (int i = 0; i < copy.length; i++) {
      copy[i] = copy[i] == '\n' ? (byte) ' ' : copy[i];
    }
    return copy;
  }
}
