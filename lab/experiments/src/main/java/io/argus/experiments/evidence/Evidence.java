package io.argus.experiments.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The documents of a checkout as a campaign would have them.
 *
 * @param documents their texts by path, with what the campaign can fill
 * @param differing labels of the places that would change
 * @param remarks a line for each place
 */
record Evidence(Map<Path, String> documents, List<String> differing, List<String> remarks) {

  /**
   * @param check whether documents are compared: what they have is not to be of another commit
   * @throws IOException if that is so, or a document lacks a place
   */
  static Evidence of(Path checkout, RecordedCampaign campaign, boolean check) throws IOException {
    Map<Path, String> documents = new LinkedHashMap<>();
    List<String> differing = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (Place place : Place.ALL) {
      Path file = checkout.resolve(place.document());
      String text = documents.containsKey(file) ? documents.get(file) : Files.readString(file);
      String before = place.in(text);
      List<String> missing = campaign.missing(place.entries());
      if (!missing.isEmpty()) {
        remarks.add(
            place.label()
                + ": remains of its earlier commit, without reports of "
                + String.join(", ", missing));
        continue;
      }
      if (check && Place.isOfAnotherCommit(before, campaign)) {
        throw new IOException(
            place.label() + " is of another commit than the campaign, " + campaign.shortCommit());
      }
      String made = place.made(campaign);
      documents.put(file, place.replaced(text, made));
      if (made.equals(before)) {
        remarks.add(place.label() + ": as the campaign has it");
      } else {
        differing.add(place.label());
        remarks.add(place.label() + (check ? ": differs" : ": written"));
      }
    }
    return new Evidence(documents, differing, remarks);
  }

  /** Writes the documents. */
  void write() throws IOException {
    for (Map.Entry<Path, String> document : documents.entrySet()) {
      Files.writeString(document.getKey(), document.getValue());
    }
  }
}
