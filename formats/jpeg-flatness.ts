// Decodes the mean of every block of 8 × 8 pixels of a JPEG, and nothing else, to tell whether the picture is of one
// colour. Baseline coding carries the means in its scans; progressive coding in scans of their own, which come first.
import { BrokenMedia, ByteReader, pixelWork, sourceOf } from './byte-reader.ts'
import type { Work } from './work.ts'
import { viewOf } from './bytes.ts'
import { Levels } from './flatness.ts'
import { huffmanTables, ScanBits, type HuffmanTable } from './jpeg-bits.ts'
import { type JpegSegment, jpegMarker, walkJpeg } from './jpeg.ts'

interface Component {
  id: number
  /** Blocks of this component in a unit, across and down. */
  across: number
  down: number
  quantizer: number
  levels: Levels
}

interface Frame {
  width: number
  height: number
  isProgressive: boolean
  components: Component[]
}

interface State {
  frame: Frame | null
  /** The first entry of each quantization table: that of the mean. */
  quantizers: number[]
  dc: HuffmanTable[]
  ac: HuffmanTable[]
  restartInterval: number
  work: Work
}

/** As much work as decoding a block of 8 × 8 pixels is. */
const bytesOfBlock = 64
const componentsMax = 4

const marker = { dht: 0xc4, dqt: 0xdb, dri: 0xdd } as const

function readQuantizers(content: Uint8Array, quantizers: number[]): void {
  for (let at = 0; at + 65 <= content.length;) {
    const info = content[at] ?? 0
    const isWide = info >> 4 !== 0
    quantizers[info & 15] = isWide ? ((content[at + 1] ?? 0) << 8) | (content[at + 2] ?? 0) : (content[at + 1] ?? 0)
    at += isWide ? 129 : 65
  }
}

function readFrame(content: Uint8Array, isProgressive: boolean): Frame {
  const view = viewOf(content)
  const components = Array.from({ length: view.getUint8(5) }, (_, index): Component => {
    const at = 6 + index * 3
    const sampling = view.getUint8(at + 1)
    const [across, down] = [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new BrokenMedia()
    return { id: view.getUint8(at), across, down, quantizer: view.getUint8(at + 2), levels: new Levels() }
  })
  return { width: view.getUint16(3), height: view.getUint16(1), isProgressive, components }
}

interface ScanPart {
  component: Component
  dc: HuffmanTable
  ac: HuffmanTable | undefined
}

const blocks = (size: number, own: number, most: number) => Math.ceil(Math.ceil((size * own) / most) / 8)

/** How many units a scan has, and which blocks are in one: a scan of one component has no fill-up blocks. */
function unitsOf({ width, height, components }: Frame, parts: readonly ScanPart[]): { units: number; single: boolean } {
  const acrossMax = Math.max(...components.map(({ across }) => across))
  const downMax = Math.max(...components.map(({ down }) => down))
  const [only] = parts
  if (parts.length === 1 && only) {
    const { across, down } = only.component
    return { units: blocks(width, across, acrossMax) * blocks(height, down, downMax), single: true }
  }
  return { units: Math.ceil(width / (8 * acrossMax)) * Math.ceil(height / (8 * downMax)), single: false }
}

function skipOthers(bits: ScanBits, table: HuffmanTable | undefined): void {
  if (!table) throw new BrokenMedia()
  for (let index = 1; index < 64; index++) {
    const code = bits.decode(table)
    const size = code & 15
    if (size === 0 && code !== 0xf0) return
    index += code >> 4
    bits.take(size)
  }
}

async function readScan(state: State, head: Uint8Array, coded: Uint8Array): Promise<void> {
  const { frame } = state
  if (!frame) throw new BrokenMedia()
  const count = head[0] ?? 0
  if (count > componentsMax) throw new BrokenMedia()
  const [from = 0, , approximation = 0] = head.subarray(1 + count * 2)
  // Only the first scan of the means is needed: it has all their bits but the lowest.
  if (from !== 0 || approximation >> 4 !== 0) return
  const parts = Array.from({ length: count }, (_, index): ScanPart => {
    const tables = head[2 + index * 2] ?? 0
    const component = frame.components.find(({ id }) => id === head[1 + index * 2])
    const dc = state.dc[tables >> 4]
    if (!component || !dc) throw new BrokenMedia()
    return { component, dc, ac: state.ac[tables & 15] }
  })
  const { units, single } = unitsOf(frame, parts)
  const bits = new ScanBits(coded)
  const means = new Map<Component, number>()
  for (let unit = 0; unit < units; unit++) {
    if (state.restartInterval > 0 && unit > 0 && unit % state.restartInterval === 0) {
      bits.restart()
      means.clear()
    }
    for (const { component, dc, ac } of parts) {
      const quantizer = state.quantizers[component.quantizer] ?? 1
      for (let block = 0; block < (single ? 1 : component.across * component.down); block++) {
        if (state.work.spend(bytesOfBlock)) await state.work.rest()
        const mean = (means.get(component) ?? 0) + bits.difference(dc)
        means.set(component, mean)
        const level = ((mean << (approximation & 15)) * quantizer) / 8 + 128
        component.levels.add(Math.max(0, Math.min(255, Math.round(level))))
        if (!frame.isProgressive) skipOthers(bits, ac)
      }
    }
  }
}

async function readSegment(
  state: State,
  bytes: Uint8Array,
  { marker: kind, start, end, next }: JpegSegment
): Promise<void> {
  const content = bytes.subarray(start + 4, end)
  if (kind === marker.dqt) readQuantizers(content, state.quantizers)
  else if (kind === marker.dht) huffmanTables(content, state)
  else if (kind === marker.dri) state.restartInterval = viewOf(content).getUint16(0)
  else if (kind >= 0xc0 && kind <= 0xc2) state.frame = readFrame(content, kind === 0xc2)
  else if (kind === jpegMarker.sos) await readScan(state, content, bytes.subarray(end, next))
}

/**
 * @param bytes a whole file
 * @returns null for what is no complete JPEG
 */
export async function isFlatJpeg(bytes: Uint8Array): Promise<boolean | null> {
  const state: State = { frame: null, quantizers: [], dc: [], ac: [], restartInterval: 0, work: pixelWork() }
  try {
    const segments: JpegSegment[] = []
    if (!(await walkJpeg(new ByteReader(sourceOf(bytes)), (segment) => segments.push(segment)))) return null
    for (const segment of segments) await readSegment(state, bytes, segment)
  } catch (error) {
    if (error instanceof BrokenMedia || error instanceof RangeError) return null
    throw error
  }
  const components = state.frame?.components ?? []
  if (components.length === 0 || components.some(({ levels }) => levels.total === 0)) return null
  return components.every(({ levels }) => levels.isFlat())
}
