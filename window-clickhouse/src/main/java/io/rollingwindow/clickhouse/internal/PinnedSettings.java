package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings that every statement carries, so that no profile and no server default can change
 * what a statement of ours means. Only settings that the server knows are sent; one that the
 * account may not set is left out where it has the wanted value already, and reported where it has
 * not.
 *
 * @param values what is sent
 * @param refused settings that stand at another value and may not be changed
 * @param chunkReading what is sent besides where a chunk is read, so that all threads do it
 */
record PinnedSettings(
    Map<String, String> values, List<String> refused, Map<String, String> chunkReading) {

  private static final String OFF = "0";
  private static final String ON = "1";
  private static final String THROW = "throw";

  /** What is sent while the server's settings are being read, before anything is known of them. */
  static final PinnedSettings BOOTSTRAP =
      new PinnedSettings(
          Map.of("limit", OFF, "offset", OFF, "additional_result_filter", ""), List.of(), Map.of());

  private static final Map<String, String> WANTED = wanted();

  /**
   * What the server collects into one part at least, in rows or bytes. Where a profile has less,
   * each block of an insert could become a part, and they come in thousands. Far below the server's
   * own defaults, because an account with little memory has a reason for small values.
   */
  private static final Map<String, Long> AT_LEAST =
      Map.of("min_insert_block_size_rows", 65_536L, "min_insert_block_size_bytes", 16L << 20);

  /**
   * From how much on the server reads a table with more than one thread. By default it takes the
   * rows of a chunk for too few, and makes one thread digest them all. Not for other statements,
   * whose memory would grow with the threads.
   */
  private static final Map<String, Long> AT_MOST =
      Map.of(
          "merge_tree_min_rows_for_concurrent_read",
          32_768L,
          "merge_tree_min_bytes_for_concurrent_read",
          8L << 20);

  /**
   * What is turned off because it costs more than it saves: the server reads the statistics of
   * every part of a table before it leaves out any, and uses them to order conditions. With a
   * partition for each day, that takes longer than all the rest of a statement of ours.
   */
  private static final Set<String> NOT_WORTH_IT =
      Set.of("use_statistics", "use_statistics_for_part_pruning");

  /** One row of {@code system.settings}. */
  record Found(String name, String value, boolean readonly, String min, String max) {}

  static List<String> names() {
    return Stream.of(WANTED.keySet(), AT_LEAST.keySet(), AT_MOST.keySet(), NOT_WORTH_IT)
        .flatMap(Set::stream)
        .toList();
  }

  static PinnedSettings of(List<Found> server) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> refused = new ArrayList<>();
    Map<String, String> chunkReading = new LinkedHashMap<>();
    for (Found found : server) {
      String wanted = WANTED.get(found.name());
      if (wanted == null) {
        // A matter of cost alone, so nothing is reported where it may not be changed.
        cheaper(found)
            .filter(value -> !found.readonly() && within(value, found))
            .ifPresent(
                value ->
                    (AT_MOST.containsKey(found.name()) ? chunkReading : values)
                        .put(found.name(), value));
      } else if (!found.readonly() && within(wanted, found)) {
        values.put(found.name(), wanted);
      } else if (!same(wanted, found.value())) {
        refused.add(found.name());
      }
    }
    return new PinnedSettings(Map.copyOf(values), List.copyOf(refused), Map.copyOf(chunkReading));
  }

  /** The value of less cost, where a setting has another. */
  private static Optional<String> cheaper(Found found) {
    if (NOT_WORTH_IT.contains(found.name())) {
      return Optional.of(OFF).filter(off -> !same(off, found.value()));
    }
    double value = Double.parseDouble(found.value());
    return Optional.ofNullable(AT_LEAST.get(found.name()))
        .filter(least -> value < least)
        .or(() -> Optional.ofNullable(AT_MOST.get(found.name())).filter(most -> value > most))
        .map(String::valueOf);
  }

  private static boolean within(String wanted, Found found) {
    try {
      double number = Double.parseDouble(wanted);
      return (found.min().isEmpty() || number >= Double.parseDouble(found.min()))
          && (found.max().isEmpty() || number <= Double.parseDouble(found.max()));
    } catch (NumberFormatException e) {
      return true;
    }
  }

  private static boolean same(String wanted, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "false" -> wanted.equals(OFF);
      case "true" -> wanted.equals(ON);
      default -> wanted.equals(value);
    };
  }

  private static Map<String, String> wanted() {
    Map<String, String> pins = new LinkedHashMap<>();
    all(pins, OFF, notToBeRewritten());
    all(pins, OFF, notToBeDefaulted());
    all(pins, OFF, notToBeDeduplicated());
    all(pins, OFF, notToBeSpread());
    all(pins, THROW, limitsThatFail());
    pins.put("dialect", "clickhouse");
    pins.put("additional_table_filters", "{}");
    pins.put("additional_result_filter", "");
    pins.put("session_timezone", "");
    pins.put("apply_deleted_mask", ON);
    pins.put("apply_patch_parts", ON);
    pins.put("decimal_check_overflow", ON);
    pins.put("max_parallel_replicas", ON);
    pins.put("deduplicate_insert", "disable");
    pins.put("deduplicate_insert_select", "disable");
    pins.put("insert_deduplication_token", "");
    pins.put("input_format_record_errors_file_path", "");
    pins.put("input_format_native_allow_types_conversion", ON);
    pins.put("input_format_max_block_size_bytes", String.valueOf(256L << 20));
    pins.put("max_query_size", String.valueOf(64L << 20));
    pins.put("max_ast_elements", String.valueOf(1 << 20));
    pins.put("max_expanded_ast_elements", String.valueOf(1 << 20));
    pins.put("temporary_files_buffer_size", String.valueOf(64 << 10));
    pins.put("alter_sync", ON);
    pins.put("mutations_sync", ON);
    pins.put("fsync_metadata", ON);
    pins.put("show_create_query_identifier_quoting_rule", "when_necessary");
    pins.put("show_create_query_identifier_quoting_style", "Backticks");
    all(pins, ON, definitionsThatExist());
    return pins;
  }

  private static void all(Map<String, String> pins, String value, String... names) {
    for (String name : names) {
      pins.put(name, value);
    }
  }

  /** Would leave rows out, repeat them, answer from a cache, or change what an expression means. */
  private static String[] notToBeRewritten() {
    return new String[] {
      "limit",
      "offset",
      "final",
      "use_query_cache",
      "use_query_condition_cache",
      "ignore_cold_parts_seconds",
      "apply_mutations_on_fly",
      "partial_result_on_first_cancel",
      "discard_query_data",
      "optimize_trivial_approximate_count_query",
      "optimize_using_constraints",
      "optimize_injective_functions_in_group_by",
      "optimize_group_by_function_keys",
      "convert_query_to_cnf",
      "aggregate_functions_null_for_empty",
      "empty_result_for_aggregation_by_empty_set",
      "group_by_use_nulls",
      "transform_null_in",
      "join_use_nulls",
      "cast_keep_nullable",
      "prefer_column_name_to_alias",
      "implicit_transaction",
      "replace_running_query",
      "force_primary_key",
      "force_index_by_date",
      "force_optimize_projection",
      "extremes",
      "ast_fuzzer_runs",
      "ignore_drop_queries_probability",
      "max_table_size_to_drop",
      "max_partition_size_to_drop",
      "show_table_uuid_in_table_create_query_if_not_nil"
    };
  }

  /** Would put a default where a value belongs, or let a broken stream through. */
  private static String[] notToBeDefaulted() {
    return new String[] {
      "async_insert",
      "input_format_null_as_default",
      "insert_null_as_default",
      "input_format_allow_errors_num",
      "input_format_allow_errors_ratio",
      "input_format_skip_unknown_fields",
      "input_format_connection_handling",
      "input_format_ipv4_default_on_conversion_error",
      "input_format_ipv6_default_on_conversion_error",
      "cast_ipv4_ipv6_default_on_conversion_error",
      "input_format_binary_decode_types_in_binary_format",
      "input_format_binary_read_json_as_string",
      "input_format_native_decode_types_in_binary_format",
      "output_format_binary_encode_types_in_binary_format",
      "output_format_binary_write_json_as_string",
      "insert_allow_materialized_columns",
      "optimize_on_insert",
      "max_partitions_per_insert_block",
      "data_type_default_nullable",
      "create_if_not_exists"
    };
  }

  /** Would swallow rows that were inserted before. */
  private static String[] notToBeDeduplicated() {
    return new String[] {
      "insert_deduplicate",
      "insert_select_deduplicate",
      "async_insert_deduplicate",
      "allow_experimental_query_deduplication"
    };
  }

  /** Would read from more than this server. */
  private static String[] notToBeSpread() {
    return new String[] {
      "enable_parallel_replicas",
      "allow_experimental_parallel_reading_from_replicas",
      "automatic_parallel_replicas_mode",
      "parallel_replicas_for_non_replicated_merge_tree",
      "make_distributed_plan"
    };
  }

  /** Would end a statement early with a part of its result and call that a success. */
  private static String[] limitsThatFail() {
    return new String[] {
      "read_overflow_mode",
      "read_overflow_mode_leaf",
      "result_overflow_mode",
      "timeout_overflow_mode",
      "timeout_overflow_mode_leaf",
      "group_by_overflow_mode",
      "sort_overflow_mode",
      "distinct_overflow_mode",
      "set_overflow_mode",
      "join_overflow_mode",
      "transfer_overflow_mode"
    };
  }

  /** What the target was allowed when it was made must be allowed for its copies. */
  private static String[] definitionsThatExist() {
    return new String[] {
      "allow_suspicious_low_cardinality_types",
      "allow_suspicious_fixed_string_types",
      "allow_suspicious_codecs",
      "allow_suspicious_indices",
      "allow_suspicious_primary_key"
    };
  }
}
