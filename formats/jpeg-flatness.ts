// Decodes the mean of every block of 8 × 8 pixels of a JPEG, and nothing else, to tell whether the picture is of one
// colour. Baseline coding carries the means in its scans; progressive coding in scans of their own, which come first.
import { BrokenMedia, ByteReader, pixelWork, sourceOf } from './byte-reader.ts'
import type { Work } from './work.ts'
import { Levels } from './flatness.ts'
import { ScanBits } from './jpeg-bits.ts'
import { type JpegComponent, type JpegScan, JpegState } from './jpeg-frame.ts'
import { type JpegSegment, jpegMarker, walkJpeg } from './jpeg.ts'

/** As much work as decoding a block of 8 × 8 pixels is. */
const bytesOfBlock = 64
const dqt = 0xdb

interface State {
  jpeg: JpegState
  /** The first entry of each quantization table: that of the mean. */
  quantizers: number[]
  levels: Map<JpegComponent, Levels>
  work: Work
}

function readQuantizers(content: Uint8Array, quantizers: number[]): void {
  for (let at = 0; at + 65 <= content.length;) {
    const info = content[at] ?? 0
    const isWide = info >> 4 !== 0
    quantizers[info & 15] = isWide ? ((content[at + 1] ?? 0) << 8) | (content[at + 2] ?? 0) : (content[at + 1] ?? 0)
    at += isWide ? 129 : 65
  }
}

async function readScan({ jpeg, quantizers, levels, work }: State, scan: JpegScan, coded: Uint8Array): Promise<void> {
  // Only the first scan of the means is needed: it has all their bits but the lowest.
  if (scan.from !== 0 || scan.isRefining) return
  const bits = new ScanBits(coded)
  const means = new Map<JpegComponent, number>()
  for (let unit = 0; unit < scan.units; unit++) {
    if (jpeg.restartInterval > 0 && unit > 0 && unit % jpeg.restartInterval === 0) {
      bits.restart()
      means.clear()
    }
    for (const { component, dc, ac } of scan.parts) {
      if (!dc) throw new BrokenMedia()
      const quantizer = quantizers[component.quantizer] ?? 1
      const counted = levelsOf(levels, component)
      for (let block = 0; block < (scan.isSingle ? 1 : component.across * component.down); block++) {
        if (work.spend(bytesOfBlock)) await work.rest()
        const mean = (means.get(component) ?? 0) + bits.difference(dc)
        means.set(component, mean)
        const level = ((mean << scan.lowestBit) * quantizer) / 8 + 128
        counted.add(Math.max(0, Math.min(255, Math.round(level))))
        if (!jpeg.frame?.isProgressive) bits.skipOthers(ac)
      }
    }
  }
}

function levelsOf(all: State['levels'], component: JpegComponent): Levels {
  const levels = all.get(component) ?? new Levels()
  all.set(component, levels)
  return levels
}

async function readSegment(state: State, bytes: Uint8Array, segment: JpegSegment): Promise<void> {
  const { marker, start, end, next } = segment
  const content = bytes.subarray(start + 4, end)
  if (marker === dqt) readQuantizers(content, state.quantizers)
  else if (marker === jpegMarker.sos) await readScan(state, state.jpeg.scanOf(content), bytes.subarray(end, next))
  else state.jpeg.read(segment, content)
}

/**
 * @param bytes a whole file
 * @returns null for what is no complete JPEG
 */
export async function isFlatJpeg(bytes: Uint8Array): Promise<boolean | null> {
  const state: State = { jpeg: new JpegState(), quantizers: [], levels: new Map(), work: pixelWork() }
  try {
    const segments: JpegSegment[] = []
    if (!(await walkJpeg(new ByteReader(sourceOf(bytes)), (segment) => segments.push(segment)))) return null
    for (const segment of segments) await readSegment(state, bytes, segment)
  } catch (error) {
    if (error instanceof BrokenMedia || error instanceof RangeError) return null
    throw error
  }
  const components = state.jpeg.frame?.components ?? []
  if (components.length === 0) return null
  return components.every((component) => levelsOf(state.levels, component).total > 0)
    ? components.every((component) => levelsOf(state.levels, component).isFlat())
    : null
}
