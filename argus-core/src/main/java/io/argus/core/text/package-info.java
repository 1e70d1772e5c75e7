/**
 * Text that anybody may have written: JSON from ZooKeeper, a file or a request, and names in
 * messages. Start with {@link io.argus.core.text.JsonText}.
 */
package io.argus.core.text;
