package io.rollingwindow.it.bridge;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of a statement's {@code {name:Type}} placeholders, laid out as the engine wants. */
final class QueryParameters {

  private final int count;
  // The arrays point into these, which the garbage collector must not free before the call ends.
  private final List<Memory> texts = new ArrayList<>();
  private final Pointer names;
  private final Pointer nameLengths;
  private final Pointer values;
  private final Pointer valueLengths;

  QueryParameters(Map<String, String> parameters) {
    count = parameters.size();
    List<String> nameTexts = List.copyOf(parameters.keySet());
    List<String> valueTexts = nameTexts.stream().map(parameters::get).toList();
    names = pointers(nameTexts);
    nameLengths = lengths(nameTexts);
    values = pointers(valueTexts);
    valueLengths = lengths(valueTexts);
  }

  private Pointer pointers(List<String> strings) {
    if (strings.isEmpty()) {
      return Pointer.NULL;
    }
    Memory array = new Memory((long) strings.size() * Native.POINTER_SIZE);
    for (int i = 0; i < strings.size(); i++) {
      byte[] bytes = strings.get(i).getBytes(StandardCharsets.UTF_8);
      Memory text = new Memory(bytes.length + 1L);
      text.write(0, bytes, 0, bytes.length);
      text.setByte(bytes.length, (byte) 0);
      texts.add(text);
      array.setPointer((long) i * Native.POINTER_SIZE, text);
    }
    return array;
  }

  private static Pointer lengths(List<String> strings) {
    if (strings.isEmpty()) {
      return Pointer.NULL;
    }
    Memory array = new Memory((long) strings.size() * Native.SIZE_T_SIZE);
    for (int i = 0; i < strings.size(); i++) {
      int length = strings.get(i).getBytes(StandardCharsets.UTF_8).length;
      array.setLong((long) i * Native.SIZE_T_SIZE, length);
    }
    return array;
  }

  int count() {
    return count;
  }

  Pointer names() {
    return names;
  }

  Pointer nameLengths() {
    return nameLengths;
  }

  Pointer values() {
    return values;
  }

  Pointer valueLengths() {
    return valueLengths;
  }
}
