package io.rollingwindow.it.bridge;

/** What the server says of itself in every answer. */
record ServerIdentity(String displayName, String version, String timezone) {}
