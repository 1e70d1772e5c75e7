package io.argus.experiments.output;

import io.argus.bench.run.RunProgress;

/** Prints the progress of an experiment. Thread-safe. */
public final class TerminalProgress extends io.argus.cli.output.TerminalProgress
    implements RunProgress {}
