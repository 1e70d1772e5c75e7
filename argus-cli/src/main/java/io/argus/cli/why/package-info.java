/** Why a tenant is as slow as it is, in words. */
package io.argus.cli.why;
