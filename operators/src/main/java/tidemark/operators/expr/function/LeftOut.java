package tidemark.operators.expr.function;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tidemark.operators.diagnostics.Code;

/**
 * Functions of Spark 4.2 that Tidemark does not have, with the reason.
 *
 * @param code what a call of one is reported as
 * @param names in lower case; {@code x_*} stands for all that begin so
 * @param reason the end of a sentence
 * @param wayOut what to do instead
 */
public record LeftOut(Code code, Set<String> names, String reason, String wayOut) {
  private static final List<LeftOut> ALL =
      List.of(
          of(
              Code.TM311,
              "its result changes when a batch is run again",
              "derive the value from the row, for example with `xxhash64` or `md5`",
              "rand random randn uuid shuffle randstr uniform monotonically_increasing_id"
                  + " spark_partition_id input_file_name input_file_block_start"
                  + " input_file_block_length"),
          of(
              Code.TM312,
              "it makes several rows of one",
              "use an `explode` step",
              "explode explode_outer posexplode posexplode_outer inline inline_outer stack"
                  + " json_tuple variant_explode variant_explode_outer range sql_keywords"
                  + " python_worker_logs"),
          of(
              Code.TM312,
              "it looks at other rows of a window, which a stream does not have",
              "use an `aggregate` step with a `window`, or keyed state",
              "row_number rank dense_rank percent_rank cume_dist ntile lag lead nth_value"
                  + " window_time grouping grouping_id measure"),
          of(
              Code.TM312,
              "the window of an aggregation is no expression",
              "beside `by` write `window: {tumbling: 1 hour, column: ts}`; or `sliding` with"
                  + " `every`, or `session`",
              "window session_window"),
          of(
              "a pipeline has no catalogue, session or user",
              "write the value as a parameter of the pipeline",
              "current_catalog current_database current_schema current_path current_user"
                  + " session_user user version collation collations collate"),
          of(
              "it calls code by its name",
              "write a function of your own in Java",
              "java_method reflect try_reflect"),
          of(
              "there is no type for a time of day",
              "keep the time as a text or as an interval",
              "current_time make_time time time_diff time_from_micros time_from_millis"
                  + " time_from_seconds time_to_micros time_to_millis time_to_seconds time_trunc"
                  + " to_time try_to_time"),
          of(
              "there is no type for intervals of both months and days",
              "use make_dt_interval or make_ym_interval",
              "make_interval try_make_interval"),
          of(
              "there is no variant type",
              "read JSON with from_json or get_json_object",
              "is_valid_variant is_variant_null parse_json try_parse_json schema_of_variant"
                  + " schema_of_variant_agg to_variant_object try_variant_get variant_get"),
          of(
              "there are no geometries",
              "keep places as numbers",
              "st_asbinary st_geogfromwkb st_geomfromwkb st_setsrid st_srid"),
          of(
              "sketches are no values here",
              "use approx_count_distinct or approx_percentile",
              "approx_top_k approx_top_k_accumulate approx_top_k_combine approx_top_k_estimate"
                  + " count_min_sketch bitmap_and_agg bitmap_construct_agg bitmap_or_agg"
                  + " hll_sketch_agg hll_sketch_estimate hll_union hll_union_agg kll_* theta_*"
                  + " tuple_*"),
          of(
              "the format is not read in expressions",
              "read the format at a source, or write a function of your own in Java",
              "from_avro to_avro schema_of_avro from_protobuf to_protobuf from_xml to_xml"
                  + " schema_of_xml"),
          of(
              "it is not there yet",
              "write a function of your own in Java",
              "sentences time_bucket vector_*"));

  public LeftOut {
    names = Set.copyOf(names);
  }

  private static LeftOut of(String reason, String wayOut, String names) {
    return of(Code.TM303, reason, wayOut, names);
  }

  private static LeftOut of(Code code, String reason, String wayOut, String names) {
    return new LeftOut(code, Set.of(names.split(" ")), reason, wayOut);
  }

  /** All of them, by reason. */
  public static List<LeftOut> all() {
    return ALL;
  }

  /** Why there is no function of this name, in lower case; empty if Spark has none either. */
  public static Optional<LeftOut> find(String name) {
    return ALL.stream().filter(group -> group.holds(name)).findFirst();
  }

  /** The report of a call of one of these functions. */
  public String message(String name) {
    return "there is no `%s`: %s".formatted(name, reason);
  }

  private boolean holds(String name) {
    return names.contains(name)
        || names.stream()
            .anyMatch(
                family ->
                    family.endsWith("*")
                        && name.startsWith(family.substring(0, family.length() - 1)));
  }

  /** The names in order. */
  public Set<String> sortedNames() {
    return new TreeSet<>(names);
  }
}
