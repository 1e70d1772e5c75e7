/**
 * Whose requests use the CPU: measured in handlers and compactions, apportioned where all tenants
 * share. Start with {@link io.argus.regionserver.cpu.CpuAccount}.
 */
package io.argus.regionserver.cpu;
