/**
 * What the Argus pages of master and region server share: paths, answers, styles, charts. Start
 * with {@link io.argus.core.page.ArgusPage}.
 */
package io.argus.core.page;
