/**
 * The JSON documents through which servers exchange plans, reports and settings. Start with {@link
 * io.argus.core.documents.ClusterDocuments}, which lists them.
 */
package io.argus.core.documents;
