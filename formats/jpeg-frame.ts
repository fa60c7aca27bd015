// What the segments of a JPEG in memory say about its coded data: the frame, the tables, and what each scan is made of.
import { BrokenMedia } from './byte-reader.ts'
import { viewOf } from './bytes.ts'
import { type HuffmanTable, huffmanTables } from './jpeg-bits.ts'
import type { JpegSegment } from './jpeg.ts'

const marker = { dht: 0xc4, dqt: 0xdb, dri: 0xdd } as const
const componentsMax = 4

export interface JpegComponent {
  id: number
  /** Blocks of this component in a unit, across and down. */
  across: number
  down: number
  quantizer: number
}

export interface JpegFrame {
  width: number
  height: number
  isProgressive: boolean
  components: JpegComponent[]
}

interface ScanPart {
  component: JpegComponent
  /** Undefined when the file has no such table. */
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
}

export interface JpegScan {
  parts: ScanPart[]
  /** The first and the last coefficient that it has. */
  from: number
  to: number
  /** Whether it adds a bit to what an earlier scan has given. */
  isRefining: boolean
  /** The lowest bit that it has. */
  lowestBit: number
  units: number
  /** A scan of one component has one block in a unit, and no fill-up blocks. */
  isSingle: boolean
}

function readFrame(content: Uint8Array, isProgressive: boolean): JpegFrame {
  const view = viewOf(content)
  const components = Array.from({ length: view.getUint8(5) }, (_, index): JpegComponent => {
    const at = 6 + index * 3
    const sampling = view.getUint8(at + 1)
    const [across, down] = [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new BrokenMedia()
    return { id: view.getUint8(at), across, down, quantizer: view.getUint8(at + 2) }
  })
  return { width: view.getUint16(3), height: view.getUint16(1), isProgressive, components }
}

const blocks = (size: number, own: number, most: number) => Math.ceil(Math.ceil((size * own) / most) / 8)

/** ITU-T T.81, A.2. */
function unitsOf({ width, height, components }: JpegFrame, parts: readonly ScanPart[]): number {
  const acrossMax = Math.max(...components.map(({ across }) => across))
  const downMax = Math.max(...components.map(({ down }) => down))
  const [only] = parts
  if (parts.length !== 1 || !only) return Math.ceil(width / (8 * acrossMax)) * Math.ceil(height / (8 * downMax))
  const { across, down } = only.component
  return blocks(width, across, acrossMax) * blocks(height, down, downMax)
}

/** What is in force where a segment stands. */
export class JpegState {
  frame: JpegFrame | null = null
  restartInterval = 0
  readonly dc: HuffmanTable[] = []
  readonly ac: HuffmanTable[] = []
  /** Numbers of the tables of steps. */
  readonly quantizers = new Set<number>()

  /** @param content of a segment without its length @throws BrokenMedia, RangeError */
  read({ marker: kind }: JpegSegment, content: Uint8Array): void {
    if (kind === marker.dht) huffmanTables(content, this)
    else if (kind === marker.dqt) this.#readQuantizers(content)
    else if (kind === marker.dri) this.restartInterval = viewOf(content).getUint16(0)
    else if (kind >= 0xc0 && kind <= 0xc2) this.frame = readFrame(content, kind === 0xc2)
  }

  /** ITU-T T.81, B.2.4.1. */
  #readQuantizers(content: Uint8Array): void {
    for (let at = 0; at < content.length;) {
      const kind = content[at] ?? 0
      at += 1 + (kind >> 4 === 0 ? 64 : 128)
      if (at <= content.length) this.quantizers.add(kind & 15)
    }
  }

  /** @param head the content of a start of scan @throws BrokenMedia */
  scanOf(head: Uint8Array): JpegScan {
    const { frame } = this
    const count = head[0] ?? 0
    if (!frame || count < 1 || count > componentsMax) throw new BrokenMedia()
    const parts = Array.from({ length: count }, (_, index): ScanPart => {
      const tables = head[2 + index * 2] ?? 0
      const component = frame.components.find(({ id }) => id === head[1 + index * 2])
      if (!component) throw new BrokenMedia()
      return { component, dc: this.dc[tables >> 4], ac: this.ac[tables & 15] }
    })
    const [from = 0, to = 0, bits = 0] = head.subarray(1 + count * 2)
    const progress = frame.isProgressive
      ? { from, to, isRefining: bits >> 4 !== 0, lowestBit: bits & 15 }
      : { from: 0, to: 63, isRefining: false, lowestBit: 0 }
    return { parts, ...progress, units: unitsOf(frame, parts), isSingle: count === 1 }
  }
}
