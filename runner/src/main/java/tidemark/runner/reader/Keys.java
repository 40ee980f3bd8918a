package tidemark.runner.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.operators.diagnostics.Span;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlPath;

/**
 * One mapping with a fixed set of keys. The keys that are asked for are the ones it may have;
 * {@link #end} reports the others.
 */
final class Keys {
  /** What people write who know another tool, and the word here. */
  private static final Map<String, String> OTHER_WORDS =
      Map.ofEntries(
          Map.entry("on", "match"),
          Map.entry("where", "filter"),
          Map.entry("condition", "match"),
          Map.entry("group_by", "by"),
          Map.entry("groupby", "by"),
          Map.entry("keys", "by"),
          Map.entry("key", "by"),
          Map.entry("aggregations", "compute"),
          Map.entry("aggregates", "compute"),
          Map.entry("name", "pipeline"),
          Map.entry("version", "format"),
          Map.entry("type", "format"),
          Map.entry("input", "from"),
          Map.entry("inputs", "from"),
          Map.entry("project", "select"),
          Map.entry("map", "with"),
          Map.entry("dedup", "deduplicate"),
          Map.entry("distinct", "deduplicate"),
          Map.entry("order_by", "sort"),
          Map.entry("window", "aggregate"),
          Map.entry("transforms", "steps"),
          Map.entry("mode", "output_mode"),
          Map.entry("timezone", "time_zone"),
          Map.entry("fields", "columns"),
          Map.entry("lateness", "delay"),
          Map.entry("partition_by", "by"),
          Map.entry("size", "tumbling"),
          Map.entry("hopping", "sliding"),
          Map.entry("slide", "every"),
          Map.entry("gap", "session"),
          Map.entry("brokers", "servers"),
          Map.entry("bootstrap_servers", "servers"));

  /** A longer list of keys is not shown beside a suggestion. */
  private static final int FEW = 8;

  private final Reading reading;
  private final Mapping mapping;
  private final YamlPath path;
  private final Span owner;
  private final Set<String> asked = new LinkedHashSet<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  Keys(Reading reading, Mapping mapping, YamlPath path, Span owner) {
    this.reading = reading;
    this.mapping = mapping;
    this.path = path;
    this.owner = owner;
  }

  YamlPath path() {
    return path;
  }

  /** The key that the mapping stands behind. */
  Span owner() {
    return owner;
  }

  /** True if the key is there. */
  boolean has(String key) {
    return mapping.find(key).isPresent();
  }

  /** The value of a key, also where it is misspelt so that it can be told; {@link #end} does. */
  Optional<Item> findMeant(String key) {
    Optional<Item> found = find(key);
    return found.isPresent()
        ? found
        : mapping.entries().stream()
            .filter(e -> !asked.contains(e.key().text()) && means(e.key().text(), key))
            .findFirst()
            .map(this::item);
  }

  /** The value of a key that may be left out. */
  Optional<Item> find(String key) {
    asked.add(key);
    return mapping.entry(key).map(this::item);
  }

  /**
   * The value of a key that must be there; {@link #end} reports that it is missing.
   *
   * @param example what to add
   */
  Optional<Item> require(String key, String example) {
    return required(find(key), key, example);
  }

  /** As {@link #require}, also where the key is misspelt. */
  Optional<Item> requireMeant(String key, String example) {
    return required(findMeant(key), key, example);
  }

  private Optional<Item> required(Optional<Item> found, String key, String example) {
    if (found.isEmpty()) {
      missing.put(key, example);
    }
    return found;
  }

  Item item(Entry entry) {
    return new Item(entry.value(), path.key(entry.key().text()), entry.key().span());
  }

  /** The entries whose keys were not asked for so far. */
  List<Entry> others() {
    List<Entry> others = new ArrayList<>();
    for (Entry entry : mapping.entries()) {
      if (!asked.contains(entry.key().text())) {
        others.add(entry);
      }
    }
    return others;
  }

  /** The keys that are there, without some. */
  List<String> othersThan(String... names) {
    List<String> without = List.of(names);
    return mapping.entries().stream()
        .map(e -> e.key().text())
        .filter(key -> !without.contains(key))
        .toList();
  }

  /** Reports every key that was not asked for and every required one that is not there. */
  void end() {
    List<Entry> others = others();
    others.forEach(this::unknown);
    missing.forEach(
        (key, example) -> {
          if (others.stream().noneMatch(e -> means(e.key().text(), key))) {
            lacks("the key `" + key + "` is missing" + in(), "add `" + example + "`");
          }
        });
  }

  /** Reports that something is missing in the mapping. */
  void lacks(String message, String hint) {
    reading.error(Code.TM104, owner, message, hint);
  }

  private void unknown(Entry entry) {
    String key = entry.key().text();
    List<String> candidates = asked.stream().filter(name -> mapping.find(name).isEmpty()).toList();
    String near =
        candidates.stream()
            .filter(name -> otherWord(key).equals(name))
            .findFirst()
            .or(() -> Nearest.of(key, candidates))
            .map(name -> "did you mean `" + name + "`? ")
            .or(() -> byValue(entry, candidates))
            .orElse("");
    reading.error(
        Code.TM103,
        entry.key().span(),
        "the key `" + key + "` is not known here (at `" + path.key(key) + "`)",
        !near.isEmpty() && asked.size() > FEW
            ? near.strip()
            : near + "known here: " + String.join(", ", asked));
  }

  /** The hint for {@code type: file} where {@code file: …} is meant. */
  private static Optional<String> byValue(Entry entry, List<String> candidates) {
    return entry.value() instanceof Scalar value && candidates.contains(value.text())
        ? Optional.of("did you mean `" + value.text() + ": …`? ")
        : Optional.empty();
  }

  private static String otherWord(String key) {
    String words = key.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    return OTHER_WORDS.getOrDefault(words, "");
  }

  /** True if the unknown key is what somebody wrote who meant the missing one. */
  private static boolean means(String unknown, String key) {
    return otherWord(unknown).equals(key) || Nearest.of(unknown, List.of(key)).isPresent();
  }

  private String in() {
    return path.isRoot() ? "" : " in `" + path + "`";
  }
}
