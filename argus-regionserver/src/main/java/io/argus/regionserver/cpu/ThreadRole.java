package io.argus.regionserver.cpu;

/** What a thread of the server does, which says by what its CPU time is apportioned. */
public enum ThreadRole {
  /** It runs requests: by the CPU time measured in a sample of them. */
  HANDLER,
  /** It reads requests from the network or sends replies: by their number and size. */
  RPC,
  /** Log, flush or compaction: by what compactions measured, the rest by bytes written. */
  WRITING,
  /** Any other: caused by no tenant. */
  OTHER
}
