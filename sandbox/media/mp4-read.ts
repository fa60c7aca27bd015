// Reads from MP4 files (ISO/IEC 14496-12) what the sandbox needs: the samples of a clip, the duration of an upload.

export interface Track {
  handler: 'vide' | 'soun'
  /** Units per second. */
  timescale: number
  /** Units per sample; all samples of a clip have the same duration. */
  sampleUnits: number
  /** The whole `stsd` box, which a player needs to decode the samples. */
  sampleDescription: Uint8Array
  samples: readonly Uint8Array[]
  /** Pixels as displayed; 0 for sound. */
  width: number
  height: number
}

export interface VideoFacts {
  seconds: number
  width: number
  height: number
}

interface Box {
  type: string
  /** Includes the box's header. */
  whole: Uint8Array
  content: Uint8Array
}

/** Duration and size of an uploaded video; null if it is not a readable MP4 or MOV. */
export function videoFactsOf(bytes: Uint8Array): VideoFacts | null {
  try {
    const header = viewOf(boxAt(bytes, 'moov', 'mvhd').content)
    const isLong = header.getUint8(0) === 1
    const timescale = header.getUint32(isLong ? 20 : 12)
    const units = isLong ? Number(header.getBigUint64(24)) : header.getUint32(16)
    const { width, height } = trackOf(bytes, 'vide')
    return { seconds: units / timescale, width, height }
  } catch {
    return null
  }
}

/** @throws Error when the file has no such track */
export function readTrack(bytes: Uint8Array, handler: Track['handler']): Track {
  const { media, width, height } = trackOf(bytes, handler)
  const table = boxAt(media, 'minf', 'stbl').content
  return {
    handler,
    timescale: viewOf(boxAt(media, 'mdhd').content).getUint32(12),
    sampleUnits: viewOf(boxAt(table, 'stts').content).getUint32(12),
    sampleDescription: boxAt(table, 'stsd').whole,
    samples: samplesOf(bytes, table),
    width,
    height
  }
}

function trackOf(bytes: Uint8Array, handler: Track['handler']) {
  const tracks = boxesOf(boxAt(bytes, 'moov').content).filter(({ type }) => type === 'trak')
  const track = tracks.find(({ content }) => typeAt(boxAt(content, 'mdia', 'hdlr').content, 8) === handler)
  if (!track) throw new Error(`The file has no track of the type ${handler}.`)
  const header = boxAt(track.content, 'tkhd').content
  // The last eight bytes are width and height, each a 16.16 fixed-point number.
  const size = viewOf(header.subarray(header.byteLength - 8))
  return { media: boxAt(track.content, 'mdia').content, width: size.getUint16(0), height: size.getUint16(4) }
}

/** Finds the samples chunk by chunk, from the chunks' offsets, their numbers of samples and the samples' sizes. */
function samplesOf(bytes: Uint8Array, table: Uint8Array): Uint8Array[] {
  const sizes = viewOf(boxAt(table, 'stsz').content)
  const offsets = viewOf(boxAt(table, 'stco').content)
  const runs = viewOf(boxAt(table, 'stsc').content)
  const samples: Uint8Array[] = []
  let run = 0
  for (let chunk = 0; chunk < offsets.getUint32(4); chunk++) {
    const isNextRun = run + 1 < runs.getUint32(4) && runs.getUint32(8 + 12 * (run + 1)) === chunk + 1
    if (isNextRun) run += 1
    let offset = offsets.getUint32(8 + 4 * chunk)
    for (let left = runs.getUint32(12 + 12 * run); left > 0; left--) {
      const size = sizes.getUint32(4) || sizes.getUint32(12 + 4 * samples.length)
      samples.push(bytes.subarray(offset, offset + size))
      offset += size
    }
  }
  return samples
}

function boxAt(bytes: Uint8Array, ...path: string[]): Box {
  let found: Box | undefined
  let inside = bytes
  for (const type of path) {
    found = boxesOf(inside).find((box) => box.type === type)
    if (!found) throw new Error(`The file has no box ${path.join('/')}.`)
    inside = found.content
  }
  if (!found) throw new Error('No box was asked for.')
  return found
}

function boxesOf(bytes: Uint8Array): Box[] {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.byteLength;) {
    const isLong = view.getUint32(at) === 1
    const length = isLong ? Number(view.getBigUint64(at + 8)) : view.getUint32(at) || bytes.byteLength - at
    const headerLength = isLong ? 16 : 8
    if (length < headerLength || at + length > bytes.byteLength) throw new Error('The file is cut off.')
    const whole = bytes.subarray(at, at + length)
    boxes.push({ type: typeAt(bytes, at + 4), whole, content: whole.subarray(headerLength) })
    at += length
  }
  return boxes
}

const typeAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)
