/**
 * The Argus page of the master and the JSON documents behind it. It changes nothing. Start with
 * {@link io.argus.master.page.MasterPage}; its scripts lie beside the class as resources.
 */
package io.argus.master.page;
