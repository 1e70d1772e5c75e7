/**
 * Reports of a campaign as text, JSON and HTML. Start with {@link
 * io.argus.bench.report.CampaignReport}.
 */
@NullMarked
package io.argus.bench.report;

import org.jspecify.annotations.NullMarked;
