package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.GenerationStrategy;

/**
 * What a generation was prepared against.
 *
 * @param facts the target
 * @param parts the target's parts when preparation began
 * @param inside how many rows the target had inside the window at that time
 * @param strategy how the generation was built
 */
record Baseline(
    TargetFacts facts, PartHistory parts, InsideRows inside, GenerationStrategy strategy) {}
