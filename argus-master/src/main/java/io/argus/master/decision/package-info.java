/**
 * Whether a new plan replaces the current one, which, and why; also what other reservations would
 * bring. Start with {@link io.argus.master.decision.DecisionMaker}; {@link
 * io.argus.master.decision.Borrowing} explains guaranteed and effective shares, {@link
 * io.argus.master.decision.WhatIf} answers questions by the same code.
 */
package io.argus.master.decision;
