package tidemark.runner.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.runner.spec.Placed;
import tidemark.runner.spec.UpgradeSpec;
import tidemark.runner.yaml.YamlNode.Entry;

/** Reads {@code upgrade}. */
final class UpgradeReader {
  private final Values values;

  UpgradeReader(Reading reading) {
    this.values = new Values(reading);
  }

  Optional<UpgradeSpec> read(Item item) {
    Optional<Keys> mapping =
        values.keys(item, "write {moved: [{from: steps.a, to: steps.b}]}, for example");
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    Keys keys = mapping.get();
    Part<List<Placed<String>>> accept = names(keys, "accept");
    Part<List<UpgradeSpec.Move>> moved = Part.of(keys.find("moved"), this::moves);
    Part<Map<Placed<String>, Placed<String>>> added = Part.of(keys.find("added"), this::added);
    Part<List<Placed<String>>> drain = names(keys, "drain");
    Part<List<Placed<String>>> restart = names(keys, "restart");
    keys.end();
    if (!Part.allGood(accept, moved, added, drain, restart)) {
      return Optional.empty();
    }
    return Optional.of(
        new UpgradeSpec(
            accept.otherwise(List.of()),
            moved.otherwise(List.of()),
            added.otherwise(Map.of()),
            drain.otherwise(List.of()),
            restart.otherwise(List.of()),
            Optional.of(item.key())));
  }

  private Part<List<Placed<String>>> names(Keys keys, String key) {
    return Part.of(keys.find(key), i -> values.names(i, "write [a, b]"));
  }

  private Optional<List<UpgradeSpec.Move>> moves(Item item) {
    return values
        .items(item, "write [{from: steps.a, to: steps.b}]")
        .flatMap(items -> Values.all(items, this::move));
  }

  private Optional<UpgradeSpec.Move> move(Item item) {
    Optional<Keys> keys = values.keys(item, "write {from: steps.a, to: steps.b}");
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Optional<Placed<String>> from =
        keys.get().require("from", "from: steps.a").flatMap(values::name);
    Optional<Placed<String>> to = keys.get().require("to", "to: steps.b").flatMap(values::name);
    keys.get().end();
    return from.flatMap(f -> to.map(t -> new UpgradeSpec.Move(f, t)));
  }

  private Optional<Map<Placed<String>, Placed<String>>> added(Item item) {
    Optional<List<Entry>> entries = values.entries(item, "write {steps.a.n: from_now}");
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    Map<Placed<String>, Placed<String>> added = new LinkedHashMap<>();
    for (Entry entry : entries.get()) {
      values
          .word(Values.below(item, entry), List.of("from_now", "null_until_closed"))
          .ifPresent(word -> added.put(Values.key(entry), word));
    }
    return added.size() == entries.get().size() ? Optional.of(added) : Optional.empty();
  }
}
