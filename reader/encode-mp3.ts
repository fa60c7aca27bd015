// The MP3 file of samples: the encoder is large and works for seconds, so the Worker that handles money has none.
import { encodingMaxMs, encodingsMax, samplesBytesMax } from '#domain/encoding.ts'
import { joined } from '#formats/bytes.ts'
import { Work } from '#formats/work.ts'

/** A whole number of MP3 frames. */
const encodedAtOnce = 576 * 50

class TooMuchWork extends Error {}

/** When the running encodings began. One whose caller has gone may end without a notice, so each counts for its longest time only. */
const begun = new Set<{ at: number }>()

/** @throws when there are too many already; the caller tries again later */
function begin(): { at: number } {
  const now = Date.now()
  for (const one of begun) if (one.at <= now - encodingMaxMs) begun.delete(one)
  if (begun.size >= encodingsMax) throw new TooMuchWork()
  const one = { at: now }
  begun.add(one)
  return one
}

/** @returns null when there are too many */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > samplesBytesMax) return null
    chunks.push(chunk)
  }
  return joined(chunks)
}

/** Lets other events run after each stretch. @throws when it takes longer than its callers wait */
async function encoded(sound: Int16Array, sampleRate: number, kilobits: number): Promise<Uint8Array<ArrayBuffer>> {
  const { Mp3Encoder } = await import('@breezystack/lamejs')
  const encoder = new Mp3Encoder(1, sampleRate, kilobits)
  const work = new Work({ bytesMax: samplesBytesMax, msMax: encodingMaxMs }, () => new TooMuchWork())
  const pieces: Uint8Array[] = []
  for (let from = 0; from < sound.length; from += encodedAtOnce) {
    const stretch = sound.subarray(from, from + encodedAtOnce)
    work.spend(stretch.byteLength)
    pieces.push(encoder.encodeBuffer(stretch))
    await work.rest()
  }
  pieces.push(encoder.flush())
  return joined(pieces)
}

/**
 * The MP3 file of samples of one channel, 16 bits each.
 * @returns null for bytes that are not such samples, or longer than any part of a recording
 * @throws when there is no time for it now
 */
export async function encodeMp3(
  samples: ReadableStream<Uint8Array>,
  sampleRate: number,
  kilobits: number
): Promise<Uint8Array<ArrayBuffer> | null> {
  const running = begin()
  try {
    const bytes = await bytesOf(samples)
    if (bytes === null || bytes.length === 0 || bytes.length % Int16Array.BYTES_PER_ELEMENT !== 0) return null
    return await encoded(new Int16Array(bytes.buffer), sampleRate, kilobits)
  } finally {
    begun.delete(running)
  }
}
