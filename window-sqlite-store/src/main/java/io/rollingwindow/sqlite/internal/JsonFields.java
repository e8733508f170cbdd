package io.rollingwindow.sqlite.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The fields of one stored object, read strictly: every key must be known, every value must have
 * exactly its type. A truth value is no number, 1.0 is no whole number, null is nothing at all.
 */
final class JsonFields {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String path;
  private final JsonNode node;
  private final Set<String> read = new HashSet<>();

  private JsonFields(String path, JsonNode node) {
    if (!node.isObject()) {
      throw wrong(path, "an object");
    }
    this.path = path;
    this.node = node;
  }

  /** A fault in a stored object; becomes a corrupt journal with the record's name. */
  static final class MalformedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Reads a whole stored text by one function, which must ask for every key. */
  static <T> T parse(String body, Function<JsonFields, T> reader) {
    JsonNode tree;
    try {
      tree = MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      throw new MalformedException("it is not well-formed JSON");
    }
    return new JsonFields("$", tree).by(reader);
  }

  private <T> T by(Function<JsonFields, T> reader) {
    T result;
    try {
      result = reader.apply(this);
    } catch (IllegalArgumentException | ArithmeticException | NullPointerException e) {
      throw new MalformedException(path + ": " + e.getMessage());
    }
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!read.contains(key)) {
                throw new MalformedException(path + "." + key + " is not known");
              }
            });
    return result;
  }

  String text(String key) {
    JsonNode value = required(key);
    if (!value.isTextual()) {
      throw wrong(path + "." + key, "text");
    }
    return value.textValue();
  }

  Optional<String> optionalText(String key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  long number(String key) {
    return wholeNumber(path + "." + key, required(key));
  }

  int smallNumber(String key) {
    return Math.toIntExact(number(key));
  }

  OptionalLong optionalNumber(String key) {
    return has(key) ? OptionalLong.of(number(key)) : OptionalLong.empty();
  }

  List<Long> numbers(String key) {
    JsonNode value = required(key);
    if (!value.isArray()) {
      throw wrong(path + "." + key, "a list");
    }
    List<Long> numbers = new ArrayList<>(value.size());
    ToLongFunction<JsonNode> element = node -> wholeNumber(path + "." + key, node);
    value.forEach(entry -> numbers.add(element.applyAsLong(entry)));
    return numbers;
  }

  <E extends Enum<E>> E constant(String key, Class<E> type) {
    return Enum.valueOf(type, text(key));
  }

  <T> T nested(String key, Function<JsonFields, T> reader) {
    return new JsonFields(path + "." + key, required(key)).by(reader);
  }

  <T> Optional<T> optional(String key, Function<JsonFields, T> reader) {
    return has(key) ? Optional.of(nested(key, reader)) : Optional.empty();
  }

  /** Every key of an object whose keys are data. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  private boolean has(String key) {
    return node.has(key);
  }

  private JsonNode required(String key) {
    JsonNode value = node.get(key);
    if (value == null) {
      throw new MalformedException(path + "." + key + " is missing");
    }
    read.add(key);
    return value;
  }

  private static long wholeNumber(String path, JsonNode value) {
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong(path, "a whole number of 64 bits");
    }
    return value.longValue();
  }

  private static MalformedException wrong(String path, String expected) {
    return new MalformedException(path + " is not " + expected);
  }
}
