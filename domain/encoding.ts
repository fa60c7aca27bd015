// How much an encoder of recordings may work: known to the reader, which has one, and to the queues, which wait for it.

/** Several times what the longest part of a recording takes, and less than the step of its job has for storing. */
export const encodingMaxMs = 40_000
/** More at once would end later than anybody waits for them. */
export const encodingsMax = 4
/** Of samples: more than the longest part has. The provider's answer with it is 16 MB at most. */
export const samplesBytesMax = 24 * 1024 * 1024
