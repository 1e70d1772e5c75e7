/** The live view of the terminal. */
package io.argus.cli.top;
