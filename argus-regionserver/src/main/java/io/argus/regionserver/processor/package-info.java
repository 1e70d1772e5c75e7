/**
 * Whose requests use the processors: measured in handlers and compactions, apportioned where all
 * tenants share. Start with {@link io.argus.regionserver.processor.ProcessorAccount}.
 */
package io.argus.regionserver.processor;
