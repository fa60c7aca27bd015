const polynomial = 0xedb88320

// Pure, so that a bundle without a caller leaves the table out.
const table = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value
})

/** A large file takes many short calls, because JavaScript engines optimise a function that is called often. */
const stretchBytes = 16 * 1024

function goOn(start: number, bytes: Uint8Array, from: number, to: number): number {
  let value = start
  for (let index = from; index < to; index += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  return value
}

/** The checksum of PNG chunks: CRC-32 of ISO 3309. @param before of the bytes that stand in front of these */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = (before ^ 0xffffffff) >>> 0
  for (let from = 0; from < bytes.length; from += stretchBytes)
    value = goOn(value, bytes, from, Math.min(from + stretchBytes, bytes.length))
  return (value ^ 0xffffffff) >>> 0
}
