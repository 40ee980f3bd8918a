package tidemark.runner.status;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import tidemark.statestore.checkpoint.SetBack;

/** What sinks have to give up since a checkpoint was set back, in words. */
final class SetBackText {
  private SetBackText() {}

  /** Texts by what they are about, in order. */
  static Map<String, String> entries(SetBack note) {
    if (note.isUnseen()) {
      return Map.of(
          "set back", "the next run takes out of the sinks what they have of later batches");
    }
    Map<String, OptionalLong> sinks = new LinkedHashMap<>();
    note.holders().forEach(holder -> sinks.putIfAbsent(holder.sink(), holder.after()));
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("set back", "the next run that has one of these sinks takes out of it");
    sinks.forEach(
        (sink, last) ->
            last.ifPresent(b -> entries.put("  " + sink, "what it has of batches after " + b)));
    return entries;
  }
}
