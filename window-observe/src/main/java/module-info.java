/** Listeners that turn runs into metrics and traces of what the application already has. */
module io.rollingwindow.observe {
  requires transitive io.rollingwindow.core;
  requires static transitive io.opentelemetry.api;
  requires static io.opentelemetry.context;
  requires static transitive micrometer.core;

  exports io.rollingwindow.observe;
}
