/** What operators promise tenants. Start with {@link io.argus.core.promise.Promise}. */
package io.argus.core.promise;
