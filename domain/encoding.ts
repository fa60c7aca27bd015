// Limits of the encoder of recordings: used by the reader, which runs it, and by the queues, which wait for it.

/** Several times the time that the longest part of a recording takes, and less than its job's step has for storing. */
export const encodingMaxMs = 40_000
/** With more at once, the last would end after its caller has given up. */
export const encodingsMax = 4
/** Bytes of samples: more than the longest part has. The provider's answer with it is 16 MB at most. */
export const samplesBytesMax = 24 * 1024 * 1024
