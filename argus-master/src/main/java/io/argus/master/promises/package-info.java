/**
 * Whether what tenants are promised can be kept, and what is missing. Start with {@link
 * io.argus.master.promises.PromiseFit}.
 */
package io.argus.master.promises;
