/**
 * Text that anybody may have written: JSON from ZooKeeper, a file or a request, and names in
 * messages; and text that is the same in every locale. Start with {@link
 * io.argus.core.text.JsonText}.
 */
package io.argus.core.text;
