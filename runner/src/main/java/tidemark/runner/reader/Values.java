package tidemark.runner.reader;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tidemark.operators.diagnostics.Code;
import tidemark.operators.diagnostics.Nearest;
import tidemark.runner.reader.Quantities.Result;
import tidemark.runner.spec.ExpressionText;
import tidemark.runner.spec.NamedText;
import tidemark.runner.spec.Placed;
import tidemark.runner.yaml.YamlNode;
import tidemark.runner.yaml.YamlNode.Entry;
import tidemark.runner.yaml.YamlNode.Mapping;
import tidemark.runner.yaml.YamlNode.Scalar;
import tidemark.runner.yaml.YamlNode.Sequence;
import tidemark.runner.yaml.YamlNode.Style;

/** Reads single values; one that is not what its place wants is reported and empty. */
final class Values {
  /** Words of YAML 1.1 and other tools for true and false. */
  private static final Map<String, String> OTHER_BOOLEANS =
      Map.of(
          "yes", "true", "on", "true", "y", "true", "1", "true", "no", "false", "off", "false", "n",
          "false", "0", "false");

  private final Reading reading;

  Values(Reading reading) {
    this.reading = reading;
  }

  /** A value of a wrong shape. */
  void wrongShape(Item item, String wanted, String hint) {
    if (item.node() instanceof YamlNode.Broken) {
      return;
    }
    reading.error(
        Code.TM105,
        nothing(item.node()) ? item.key() : item.node().span(),
        "`" + item.path() + "` must be " + wanted + ", not " + kind(item.node()),
        hint);
  }

  private static String kind(YamlNode node) {
    return nothing(node) ? "nothing" : node.kind().equals("nothing") ? "text" : node.kind();
  }

  private static boolean nothing(YamlNode node) {
    return node instanceof Scalar scalar
        && scalar.style() == Style.PLAIN
        && scalar.text().isEmpty();
  }

  Optional<Scalar> scalar(Item item, String hint) {
    if (item.node() instanceof Scalar scalar && !nothing(scalar)) {
      return Optional.of(scalar);
    }
    wrongShape(item, "text", hint);
    return Optional.empty();
  }

  /** Text as it is written; may be empty where it is quoted. */
  Optional<Placed<String>> text(Item item) {
    return scalar(item, "write text behind the key").map(s -> new Placed<>(s.text(), s.span()));
  }

  /** Text that names something and is not empty. */
  Optional<Placed<String>> name(Item item) {
    Optional<Placed<String>> name = text(item);
    if (name.isPresent() && name.get().value().isBlank()) {
      reading.error(
          Code.TM105, name.get().span(), "`" + item.path() + "` is empty", "write a name");
      return Optional.empty();
    }
    return name;
  }

  /** The key of an entry, as a name. */
  static Placed<String> key(Entry entry) {
    return new Placed<>(entry.key().text(), entry.key().span());
  }

  Optional<ExpressionText> expression(Item item) {
    Optional<Scalar> scalar =
        scalar(item, "write one expression; quote it if it begins with `{` or `[`");
    if (scalar.isEmpty()) {
      return Optional.empty();
    }
    Scalar text = scalar.get();
    if (text.text().isBlank()) {
      reading.error(
          Code.TM105, text.span(), "`" + item.path() + "` is empty", "write an expression");
      return Optional.empty();
    }
    commentInText(text);
    return Optional.of(new ExpressionText(text.text(), text.map(), item.path().toString()));
  }

  /** A {@code #} that cuts a quoted literal in two was not meant to begin a comment. */
  private void commentInText(Scalar text) {
    boolean open = text.text().chars().filter(c -> c == '\'').count() % 2 == 1;
    if (text.style() == Style.PLAIN && open) {
      text.commentBehind()
          .ifPresent(
              place ->
                  reading.error(
                      Code.TM101,
                      place,
                      "the expression ends here: ` #` begins a comment",
                      "put the whole expression in double quotes"));
    }
  }

  Optional<Placed<Boolean>> bool(Item item) {
    Optional<Placed<String>> text = text(item);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String word = text.get().value();
    if (word.equals("true") || word.equals("false")) {
      return Optional.of(new Placed<>(word.equals("true"), text.get().span()));
    }
    String lower = word.toLowerCase(Locale.ROOT);
    String meant = OTHER_BOOLEANS.getOrDefault(lower, lower);
    boolean known = meant.equals("true") || meant.equals("false");
    reading.error(
        Code.TM106,
        text.get().span(),
        "`" + item.path() + "` is true or false, not `" + word + "`",
        known ? "write `" + meant + "`" : "write `true` or `false`");
    return Optional.empty();
  }

  /** A whole number, not negative. */
  Optional<Placed<Long>> count(Item item) {
    return text(item).flatMap(text -> count(text, item));
  }

  private Optional<Placed<Long>> count(Placed<String> text, Item item) {
    String digits = text.value();
    boolean good =
        !digits.isEmpty()
            && digits.chars().allMatch(c -> c >= '0' && c <= '9')
            && digits.length() <= 18
            && !(digits.length() > 1 && digits.startsWith("0"));
    if (good) {
      return Optional.of(new Placed<>(Long.parseLong(digits), text.span()));
    }
    String plain = digits.replaceAll("[_,' ]", "").replaceFirst("^0+(?=\\d)", "");
    boolean fixable = plain.matches("\\d{1,18}");
    reading.error(
        Code.TM107,
        text.span(),
        "`" + item.path() + "` is a whole number, not `" + digits + "`",
        fixable ? "write `" + plain + "`" : "write digits only, for example `100`");
    return Optional.empty();
  }

  /** A whole number of at least 1. */
  Optional<Placed<Long>> positive(Item item) {
    Optional<Placed<Long>> count = count(item);
    if (count.isPresent() && count.get().value() == 0) {
      reading.error(
          Code.TM107, count.get().span(), "`" + item.path() + "` is at least 1", "write `1`");
      return Optional.empty();
    }
    return count;
  }

  Optional<Placed<Duration>> duration(Item item) {
    return duration(item, Code.TM107);
  }

  /**
   * A duration.
   *
   * @param code of one that can be read but not used, such as a negative one
   */
  Optional<Placed<Duration>> duration(Item item, Code code) {
    return quantity(item, Quantities::duration, code);
  }

  /** The delay of a watermark. */
  Optional<Placed<Duration>> delay(Item item) {
    return quantity(item, Quantities::delay, Code.TM405);
  }

  /** A duration that is not zero. */
  Optional<Placed<Duration>> positiveDuration(Item item, Code code) {
    Optional<Placed<Duration>> duration = duration(item, code);
    if (duration.isPresent() && duration.get().value().isZero()) {
      reading.error(
          code,
          duration.get().span(),
          "`" + item.path() + "` must be longer than nothing",
          "write for example `1 minute`");
      return Optional.empty();
    }
    return duration;
  }

  Optional<Placed<Long>> size(Item item) {
    return quantity(item, Quantities::size, Code.TM107);
  }

  private <T> Optional<Placed<T>> quantity(
      Item item, Function<String, Result<T>> parse, Code unusable) {
    Optional<Placed<String>> text = text(item);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Result<T> result = parse.apply(text.get().value());
    if (result.value().isEmpty()) {
      reading.error(
          result.sense() == Quantities.Sense.READABLE ? unusable : Code.TM107,
          text.get().span(),
          result.problem() + " (at `" + item.path() + "`)",
          result.hint());
    }
    return result.value().map(value -> new Placed<>(value, text.get().span()));
  }

  /** One of a few words. */
  Optional<Placed<String>> word(Item item, List<String> allowed) {
    return word(item, allowed, "");
  }

  /**
   * The same where something else than a word could stand, too.
   *
   * @param other how it is written, for the way out; empty if nothing can
   */
  Optional<Placed<String>> word(Item item, List<String> allowed, String other) {
    Optional<Placed<String>> text = text(item);
    if (text.isEmpty() || allowed.contains(text.get().value())) {
      return text;
    }
    String near =
        Nearest.of(text.get().value(), allowed).map(n -> "did you mean `" + n + "`? ").orElse("");
    reading.error(
        Code.TM106,
        text.get().span(),
        "`" + text.get().value() + "` is not allowed for `" + item.path() + "`",
        near + "allowed: " + String.join(", ", allowed) + (other.isEmpty() ? "" : ", " + other));
    return Optional.empty();
  }

  /** A constant of an enum, written in lower case. */
  <E extends Enum<E>> Optional<Placed<E>> constant(Item item, List<E> allowed) {
    Optional<Placed<String>> word = word(item, allowed.stream().map(Values::wordOf).toList());
    return word.flatMap(
        w ->
            allowed.stream()
                .filter(e -> wordOf(e).equals(w.value()))
                .findFirst()
                .map(e -> new Placed<>(e, w.span())));
  }

  static String wordOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  Optional<Placed<Path>> path(Item item) {
    return name(item)
        .flatMap(
            text ->
                reading
                    .resolve(text.value(), text.span())
                    .map(path -> new Placed<>(path, text.span())));
  }

  Optional<Keys> keys(Item item, String hint) {
    if (item.node() instanceof Mapping mapping) {
      return Optional.of(new Keys(reading, mapping, item.path(), item.key()));
    }
    wrongShape(item, "a mapping", hint);
    return Optional.empty();
  }

  /** The entries of a mapping whose keys are names of the user's own. */
  Optional<List<Entry>> entries(Item item, String hint) {
    if (!(item.node() instanceof Mapping mapping)) {
      wrongShape(item, "a mapping", hint);
      return Optional.empty();
    }
    if (mapping.entries().isEmpty()) {
      reading.error(Code.TM105, mapping.span(), "`" + item.path() + "` is empty", hint);
      return Optional.empty();
    }
    return Optional.of(mapping.entries());
  }

  /** Names of the user's own with texts, in order. */
  Optional<Map<String, String>> pairs(Item item) {
    return entries(item, "write {name: text}")
        .flatMap(
            entries ->
                all(entries, e -> text(below(item, e)).map(t -> Map.entry(key(e), t.value()))))
        .map(
            read -> {
              Map<String, String> pairs = new LinkedHashMap<>();
              read.forEach(pair -> pairs.put(pair.getKey().value(), pair.getValue()));
              return pairs;
            });
  }

  static Item below(Item item, Entry entry) {
    return new Item(entry.value(), item.path().key(entry.key().text()), entry.key().span());
  }

  /** The items of a list. */
  Optional<List<Item>> items(Item item, String hint) {
    if (!(item.node() instanceof Sequence list)) {
      boolean single = item.node() instanceof Scalar scalar && !nothing(scalar);
      wrongShape(item, "a list", single ? "write `[" + ((Scalar) item.node()).text() + "]`" : hint);
      return Optional.empty();
    }
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      YamlNode node = list.items().get(i);
      items.add(new Item(node, item.path().item(i), node.span()));
    }
    return Optional.of(items);
  }

  /** A list with at least one item. */
  Optional<List<Item>> someItems(Item item, String hint) {
    Optional<List<Item>> items = items(item, hint);
    if (items.isPresent() && items.get().isEmpty()) {
      reading.error(Code.TM105, item.node().span(), "`" + item.path() + "` is empty", hint);
      return Optional.empty();
    }
    return items;
  }

  /** A list of names, at least one, none twice. */
  Optional<List<Placed<String>>> names(Item item, String hint) {
    return someItems(item, hint).flatMap(items -> all(items, this::name)).map(this::unique);
  }

  private List<Placed<String>> unique(List<Placed<String>> names) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).value();
      if (names.subList(0, i).stream().anyMatch(n -> n.value().equals(name))) {
        reading.error(
            Code.TM206, names.get(i).span(), "`" + name + "` stands twice", "remove one of them");
      }
    }
    return names;
  }

  /** A mapping of column names to expressions, at least one. */
  Optional<List<NamedText>> columns(Item item) {
    return entries(item, "write {name: expression, …}")
        .flatMap(
            entries ->
                all(entries, e -> expression(below(item, e)).map(x -> new NamedText(key(e), x))));
  }

  /** All results, if there is none that is empty; every item is read. */
  static <A, B> Optional<List<B>> all(List<A> items, Function<A, Optional<B>> read) {
    List<B> results = new ArrayList<>(items.size());
    items.forEach(item -> read.apply(item).ifPresent(results::add));
    return results.size() == items.size() ? Optional.of(results) : Optional.empty();
  }
}
