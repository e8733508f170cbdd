package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** A compression of HTTP's own, asked for in headers. */
enum Encoding {
  GZIP("gzip") {
    @Override
    InputStream decode(InputStream in) throws IOException {
      return new GZIPInputStream(in);
    }

    @Override
    OutputStream encode(OutputStream out) throws IOException {
      return new GZIPOutputStream(out);
    }
  },
  LZ4("lz4") {
    @Override
    InputStream decode(InputStream in) throws IOException {
      return new LZ4FrameInputStream(in);
    }

    @Override
    OutputStream encode(OutputStream out) throws IOException {
      return new LZ4FrameOutputStream(out, LZ4FrameOutputStream.BLOCKSIZE.SIZE_256KB);
    }
  };

  private final String token;

  Encoding(String token) {
    this.token = token;
  }

  /** The name in the headers. */
  String token() {
    return token;
  }

  abstract InputStream decode(InputStream in) throws IOException;

  abstract OutputStream encode(OutputStream out) throws IOException;

  /** The encoding that a body is said to be in; nothing for the identity. */
  static Optional<Encoding> ofBody(String contentEncoding) throws EngineException {
    if (contentEncoding == null || contentEncoding.isBlank() || is(contentEncoding, "identity")) {
      return Optional.empty();
    }
    Optional<Encoding> known =
        Stream.of(values()).filter(encoding -> is(contentEncoding, encoding.token)).findFirst();
    if (known.isEmpty()) {
      throw EngineException.of(
          48, "Content-Encoding " + contentEncoding + " is not supported here", "NOT_IMPLEMENTED");
    }
    return known;
  }

  /** The first encoding that the client accepts and the bridge knows. */
  static Optional<Encoding> accepted(String acceptEncoding) {
    if (acceptEncoding == null) {
      return Optional.empty();
    }
    return List.of(acceptEncoding.split(",", -1)).stream()
        .flatMap(
            accepted ->
                Stream.of(values()).filter(known -> is(withoutWeight(accepted), known.token)))
        .findFirst();
  }

  private static String withoutWeight(String accepted) {
    int semicolon = accepted.indexOf(';');
    return semicolon < 0 ? accepted : accepted.substring(0, semicolon);
  }

  private static boolean is(String value, String token) {
    return value.strip().toLowerCase(Locale.ROOT).equals(token);
  }
}
