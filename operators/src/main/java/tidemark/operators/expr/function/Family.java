package tidemark.operators.expr.function;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions that are defined together. Their names are listed here, so that a command makes only
 * the definitions of those families that its expressions use: making all takes longer than checking
 * a pipeline.
 */
enum Family {
  OPERATORS(
      """
          + - * / div = <> < <= > >= <=> and or not in whole_days % mod pmod negative positive
          like ilike rlike regexp_like regexp try_add try_subtract try_multiply try_divide try_mod
      """,
      Operators::all),
  CONDITION(
      """
          coalesce nvl ifnull if nvl2 nullif isnull isnotnull isnan nanvl equal_null greatest
          least zeroifnull nullifzero typeof
      """,
      ConditionFunctions::all),
  NUMBER(
      """
          abs ceil ceiling floor round bround & | ^ ~ << shiftleft >> shiftright >>>
          shiftrightunsigned bit_count factorial bin conv width_bucket
      """,
      NumberFunctions::all),
  MATH(
      """
          sqrt cbrt exp expm1 sign signum rint degrees radians sin cos tan asin acos atan sinh
          cosh asinh acosh atanh cot sec csc tanh ln log10 log2 log1p log pow power atan2 hypot pi
          e
      """,
      MathFunctions::all),
  STRING(
      """
          length char_length character_length len octet_length bit_length upper ucase lower lcase
          initcap trim btrim ltrim rtrim substring substr mid left right substring_index lpad rpad
          repeat space instr locate position startswith endswith contains ascii chr char
          levenshtein
      """,
      StringFunctions::all),
  TEXT(
      """
          concat concat_ws replace translate reverse split split_part regexp_extract
          regexp_extract_all regexp_replace regexp_count regexp_substr regexp_instr
      """,
      TextFunctions::all),
  DATE(
      """
          date_add dateadd date_sub datediff date_diff add_months months_between last_day next_day
          make_date unix_date date_from_unix_date trunc current_timestamp now current_date curdate
          current_localtimestamp localtimestamp current_timezone
      """,
      DateFunctions::all),
  TIMESTAMP(
      """
          unix_seconds unix_millis unix_micros timestamp_seconds timestamp_millis timestamp_micros
          date_trunc date_format from_unixtime to_timestamp try_to_timestamp to_timestamp_ltz
          to_timestamp_ntz to_date try_to_date unix_timestamp to_unix_timestamp from_utc_timestamp
          to_utc_timestamp
      """,
      TimestampFunctions::all),
  TIME_FIELDS(
      """
          year quarter month day dayofmonth dayofweek weekday dayofyear weekofyear hour minute
          second date_part datepart extract dayname monthname
      """,
      TimeFields::all),
  COLLECTION(
      """
          array map named_struct struct map_from_arrays size cardinality array_size [] get
          element_at try_element_at get_field array_contains array_position map_keys map_values
          map_contains_key
      """,
      CollectionFunctions::all),
  ARRAY(
      """
          array_join array_distinct array_union array_intersect array_except arrays_overlap
          sort_array array_min array_max
      """,
      ArrayFunctions::all),
  ARRAY_PARTS(
      """
          slice array_append array_prepend array_remove array_compact array_repeat flatten
          sequence
      """,
      ArrayParts::all),
  ARRAY_LAMBDAS(
      "transform filter exists forall aggregate reduce zip_with array_sort", ArrayLambdas::all),
  MAP_LAMBDAS("map_filter transform_keys transform_values map_zip_with", MapLambdas::all),
  MAP_PARTS("map_concat map_entries map_from_entries", MapParts::all),
  ARRAY_PLACES("array_insert arrays_zip", ArrayPlaces::all),
  WORD("find_in_set elt overlay quote soundex luhn_check mask str_to_map", WordFunctions::all),
  FORMAT("format_number format_string printf", FormatFunctions::all),
  TIME_PARTS(
      """
          make_timestamp try_make_timestamp make_timestamp_ltz try_make_timestamp_ltz
          make_timestamp_ntz try_make_timestamp_ntz convert_timezone make_dt_interval
          make_ym_interval
      """,
      TimeParts::all),
  BYTE(
      """
          to_binary try_to_binary is_valid_utf8 make_valid_utf8 validate_utf8 try_validate_utf8
          bit_get getbit bitmap_bucket_number bitmap_bit_position bitmap_count
      """,
      ByteFunctions::all),
  CIPHER("aes_encrypt aes_decrypt try_aes_decrypt", CipherFunctions::all),
  CHECK("raise_error assert_true", CheckFunctions::all),
  ENCODING(
      """
          xxhash64 hash md5 sha1 sha sha2 crc32 hex unhex base64 unbase64 url_encode url_decode
          try_url_decode encode decode
      """,
      EncodingFunctions::all),
  DOCUMENT("get_json_object json_array_length parse_url try_parse_url", DocumentFunctions::all),
  JSON("from_json to_json schema_of_json json_object_keys", JsonFunctions::all),
  PATTERN("to_char to_varchar to_number try_to_number", PatternFunctions::all),
  CSV("from_csv to_csv schema_of_csv", CsvFunctions::all),
  XML(
      """
          xpath xpath_string xpath_boolean xpath_double xpath_number xpath_float xpath_long
          xpath_int xpath_short
      """,
      XmlFunctions::all);

  private final List<String> names;
  private final Supplier<List<FunctionDefinition>> definitions;

  /** Threads that make it at the same time make the same. */
  private @Nullable List<FunctionDefinition> made;

  /**
   * @param names every name of every function, aliases too, separated by white space
   */
  Family(String names, Supplier<List<FunctionDefinition>> definitions) {
    this.names = List.of(names.strip().split("\\s+"));
    this.definitions = definitions;
  }

  List<String> names() {
    return names;
  }

  List<FunctionDefinition> functions() {
    List<FunctionDefinition> functions = made;
    if (functions == null) {
      functions = List.copyOf(definitions.get());
      made = functions;
    }
    return functions;
  }

  Optional<FunctionDefinition> find(String name) {
    return functions().stream().filter(f -> f.names().contains(name)).findFirst();
  }
}
