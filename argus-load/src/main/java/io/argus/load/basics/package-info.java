/** What every load client needs: checks of values, and daemon threads. */
package io.argus.load.basics;
