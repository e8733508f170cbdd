/**
 * A ClickHouse for integration tests on machines without a server or containers: the engine itself
 * behind ClickHouse's HTTP interface, in a process of its own.
 *
 * <p>{@link io.rollingwindow.it.bridge.EmbeddedClickHouse} starts, kills and restarts it. The rest
 * of the package runs inside that process.
 *
 * <p>It answers as a server does, with these exceptions:
 *
 * <ul>
 *   <li>The engine names its queries itself. The {@code query_id} of a request comes back in the
 *       answer, but {@code system.processes} knows the query by another; find it by its {@code
 *       log_comment}.
 *   <li>There are no sessions and no roles; parameters that ask for them are refused.
 *   <li>There is one login, which the bridge checks. To the engine everybody is {@code default}.
 *   <li>Results in formats that have something behind their rows, such as JSON, are made whole in
 *       memory before they are sent. The others are streamed.
 * </ul>
 */
package io.rollingwindow.it.bridge;
