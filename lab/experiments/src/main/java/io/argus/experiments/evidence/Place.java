package io.argus.experiments.evidence;

import java.io.IOException;
import java.util.List;

/**
 * A place in a document that a campaign fills, between {@code <!--campaign:NAME-->} and {@code
 * <!--end-->}, each on a line of its own.
 *
 * @param document path below the checkout
 * @param namesCommit whether the text names the commit of its figures
 * @param entries of the campaign that it needs
 */
record Place(
    String document, String name, boolean namesCommit, List<String> entries, Figures figures) {
  private static final String END = "<!--end-->";
  private static final String COMMIT = "Commit ";

  /** Makes the text of a place. */
  @FunctionalInterface
  interface Figures {
    String of(RecordedCampaign campaign) throws IOException;
  }

  /** All of them. */
  static final List<Place> ALL =
      List.of(
          inReadme("steady", List.of("steady"), EvidenceTables::steady),
          inReadme(
              "gains",
              EvidenceTables.entries("mix-", EvidenceTables.GAINS).toList(),
              EvidenceTables::gains),
          inEvidence(
              "isolation",
              EvidenceTables.entries("mix-", EvidenceTables.MIXES).toList(),
              EvidenceTables::isolation),
          inEvidence("steady", List.of("steady"), EvidenceTables::steadyInOneSentence),
          inEvidence("field", EvidenceTables.FIELD, EvidenceTables::field),
          inEvidence("versions", EvidenceTables.VERSIONS, EvidenceTables::versions),
          inEvidence(
              "cost",
              EvidenceTables.entries("overhead-", EvidenceTables.WORKLOADS).toList(),
              EvidenceTables::cost),
          inEvidence("faults", EvidenceTables.FAULT_ENTRIES, EvidenceTables::faults));

  /** What else has figures or pictures, and why it is not made from a campaign. */
  static final List<String> OTHERS =
      List.of(
          "README.md, What it costs: compaction, memory and jmh leave texts, not reports",
          "docs/evidence.md, SLOs and capacity: slo, slo-p99 and capacity leave texts",
          "docs/evidence.md, Profiles: profiles leaves a text",
          "sentences beside the tables, also where they name commits and numbers of runs",
          "docs/images: the page of a simulated cluster, by PageScreenshotsTest",
          "lab/results with its heat maps: written by hand, each figure beside its command");

  private static Place inReadme(String name, List<String> entries, Figures figures) {
    return new Place("README.md", name, false, entries, figures);
  }

  private static Place inEvidence(String name, List<String> entries, Figures figures) {
    return new Place("docs/evidence.md", name, true, entries, figures);
  }

  /** The place as messages name it. */
  String label() {
    return document + ", " + name;
  }

  /** The lines that the campaign has for it, with a line break at the end. */
  String made(RecordedCampaign campaign) throws IOException {
    String text = figures.of(campaign);
    String commit = (text.endsWith("|") ? "\n\n" : " ") + COMMIT + campaign.shortCommit() + ".";
    return text + (namesCommit ? commit : "") + "\n";
  }

  /** Whether lines of it name a commit, and another one than that of the campaign. */
  static boolean isOfAnotherCommit(String lines, RecordedCampaign campaign) {
    return lines.contains(COMMIT) && !lines.contains(COMMIT + campaign.shortCommit());
  }

  /** The lines that a document has in it. */
  String in(String text) throws IOException {
    return text.substring(begin(text), end(text));
  }

  /** The document with other lines in it. */
  String replaced(String text, String lines) throws IOException {
    return text.substring(0, begin(text)) + lines + text.substring(end(text));
  }

  private int begin(String text) throws IOException {
    String mark = "<!--campaign:" + name + "-->\n";
    int mentioned = text.indexOf(mark);
    if (mentioned < 0) {
      throw new IOException(document + " has no line " + mark.trim());
    }
    return mentioned + mark.length();
  }

  private int end(String text) throws IOException {
    int end = text.indexOf(END, begin(text));
    if (end < 0) {
      throw new IOException(label() + " has no line " + END + " after it");
    }
    return end;
  }
}
