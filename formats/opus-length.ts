// How long a packet of Opus sounds (RFC 6716, section 3.1). No player can play it longer or shorter than its first two bytes say.

const speechMs = [10, 20, 40, 60]
const hybridMs = [10, 20]
const musicMs = [2.5, 5, 10, 20]

/** The upper five bits of the first byte: the codec, its band, and how long a frame is. */
function frameMsOf(configuration: number): number {
  if (configuration < 12) return speechMs[configuration % 4] ?? 0
  return (configuration < 16 ? hybridMs[configuration % 2] : musicMs[configuration % 4]) ?? 0
}

/** The lower two bits of the first byte: one frame, two, two, or as many as the second byte says. */
const framesOf = (first: number, second: number): number => [1, 2, 2, second & 0x3f][first & 3] ?? 0

/** What `opusSeconds` has to see of a packet. */
export const opusHeadBytes = 2

/** @param packet its beginning: two bytes, as far as it has them. Nothing sounds in an empty one. */
export function opusSeconds(packet: Uint8Array): number {
  const [first, second = 0] = packet
  return first === undefined ? 0 : (framesOf(first, second) * frameMsOf(first >> 3)) / 1000
}
