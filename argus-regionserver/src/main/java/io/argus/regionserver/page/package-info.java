/** The Argus page of a region server; its HTML and script are resources of this package. */
package io.argus.regionserver.page;
