package io.argus.bench.fault.kind;

import java.util.Scanner;

/** The main class of a process that answers each line by what one of its methods does. */
public final class Answering {
  private Answering() {}

  public static void main(String[] arguments) {
    try (Scanner in = new Scanner(System.in)) {
      while (in.hasNextLine()) {
        in.nextLine();
        String answer;
        try {
          answer = answer();
        } catch (RuntimeException e) {
          answer = e.getMessage();
        }
        System.out.println(answer);
      }
    }
  }

  private static String answer() {
    return "sound";
  }
}
