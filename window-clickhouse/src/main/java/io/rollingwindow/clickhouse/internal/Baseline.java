package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.GenerationStrategy;

/**
 * What a generation was prepared against.
 *
 * @param facts the target
 * @param parts the target's parts when preparation began
 * @param inside the target's rows inside the window at that time
 * @param strategy how the generation was built
 */
record Baseline(TargetFacts facts, PartSet parts, InsideRows inside, GenerationStrategy strategy) {}
