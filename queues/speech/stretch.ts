// Changes the speed of speech and keeps its pitch (WSOLA): the sound is cut into overlapping pieces that are laid closer
// together or further apart, each moved a little to where it continues the one before best.

/** A piece is long enough for a period of the deepest voice and short enough not to be heard twice. */
const pieceSeconds = 0.04
/** How far a piece may be moved: one period of a deep voice. */
const searchSeconds = 0.012
/** Of the samples and places that are compared, every fourth: neighbours hardly differ at the rates of speech. */
const stride = 4

/** Rises from 0 to 1 over the half of a piece; two halves that overlap sum up to 1. */
const rampOf = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / length))

/** How much the sounds at two places resemble each other, regardless of their loudness. */
function likeness(sound: Int16Array, one: number, other: number, length: number): number {
  let product = 0
  let energy = 1
  for (let index = 0; index < length; index += stride) {
    const sample = sound[other + index] ?? 0
    product += (sound[one + index] ?? 0) * sample
    energy += sample * sample
  }
  return product / Math.sqrt(energy)
}

/** The place near `wanted` that continues the sound at `natural` best. */
function bestPlace(sound: Int16Array, natural: number, wanted: number, { search, half }: Sizes): number {
  const last = sound.length - 2 * half
  let best = Math.min(wanted, last)
  let highest = -Infinity
  for (let place = Math.max(0, wanted - search); place <= Math.min(last, wanted + search); place += stride) {
    const found = likeness(sound, natural, place, half)
    if (found <= highest) continue
    highest = found
    best = place
  }
  return best
}

interface Sizes {
  half: number
  search: number
}

/**
 * The same speech, faster or slower.
 * @param sound one channel
 * @param tempo 1.5: the result is played in two thirds of the time
 * @returns exactly `sound.length / tempo` samples, rounded
 */
export function stretched(sound: Int16Array, sampleRate: number, tempo: number): Int16Array<ArrayBuffer> {
  const length = Math.round(sound.length / tempo)
  const half = Math.round((sampleRate * pieceSeconds) / 2)
  const sizes = { half, search: Math.round(sampleRate * searchSeconds) }
  const result = new Int16Array(length)
  // Too short to be cut into pieces.
  if (sound.length < 4 * half) {
    for (let at = 0; at < length; at++) result[at] = sound[Math.min(sound.length - 1, Math.floor(at * tempo))] ?? 0
    return result
  }
  const ramp = rampOf(half)
  result.set(sound.subarray(0, Math.min(half, length)))
  let place = 0
  for (let at = half; at < length; at += half) {
    const natural = place + half
    const wanted = Math.round(at * tempo)
    place = natural + 2 * half > sound.length ? sound.length - 2 * half : bestPlace(sound, natural, wanted, sizes)
    for (let index = 0; index < half && at + index < length; index++) {
      const rise = ramp[index] ?? 0
      const old = sound[Math.min(natural + index, sound.length - 1)] ?? 0
      result[at + index] = Math.round(old * (1 - rise) + (sound[place + index] ?? 0) * rise)
    }
  }
  return result
}
