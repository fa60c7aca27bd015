// How long the sound of a WebM recording is. A browser writes while it records, so the header says nothing, and the maker of a file
// can write anything into it. So the length that a player would play is counted: that of each packet of Opus, and the time
// from the first block to the end of the last one; the longer of both counts. A file with unknown parts is refused, because a
// player may find sound in them.
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { eachElement, type Element, elementAt, unsigned, type WholeElement } from './ebml.ts'
import { opusHeadBytes, opusSeconds } from './opus-length.ts'
import { audioTrack, segmentOf, webmIds } from './webm.ts'
import { blockAt } from './webm-blocks.ts'

const id = {
  ...webmIds,
  trackNumber: 0xd7,
  codec: 0x86,
  encodings: 0x6d80,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b
} as const

/** What else may stand in a cluster: room to spare, a checksum, and hints for seeking. */
const passedOver = new Set([0xec, 0xbf, 0xa7, 0xab, 0x5854])
/** What stands beside clusters, and so ends one whose length is unknown. */
const besideClusters: ReadonlySet<number> = new Set([
  id.cluster,
  id.info,
  id.tracks,
  0x114d9b74,
  0x1c53bb6b,
  0x1941a469,
  0x1043a770,
  0x1254c367
])

/** A recorder makes one or two; each is looked at after each cluster. */
const tracksMax = 8

class Sound {
  readonly #reader: ByteReader
  #secondsPerTick = 0.001
  /** Seconds of the packets of each track; null: it is no sound. */
  readonly #tracks = new Map<number, number | null>()
  #from = Infinity
  #to = -Infinity

  constructor(reader: ByteReader) {
    this.#reader = reader
  }

  /** @throws BrokenMedia for a film without sound */
  get seconds(): number {
    const played = [...this.#tracks.values()].filter((seconds) => seconds !== null)
    if (played.length === 0) throw new BrokenMedia()
    return Math.max(0, this.#to - this.#from, ...played)
  }

  async readInfo(info: WholeElement) {
    await eachElement(this.#reader, info, async (element) => {
      if (element.id === id.timestampScale) this.#secondsPerTick = (await unsigned(this.#reader, element)) / 1e9
    })
  }

  async readTracks(tracks: WholeElement) {
    await eachElement(this.#reader, tracks, async (element) => {
      if (element.id === id.track) await this.#readTrack(element)
    })
  }

  async #readTrack(track: WholeElement) {
    const reader = this.#reader
    let number = 0
    let type = 0
    let codec = ''
    let isEncoded = false
    await eachElement(reader, track, async (element) => {
      if (element.id === id.trackNumber) number = await unsigned(reader, element)
      if (element.id === id.trackType) type = await unsigned(reader, element)
      if (element.id === id.codec) codec = await reader.text(element.start, Math.min(element.end - element.start, 16))
      if (element.id === id.encodings) isEncoded = true
    })
    // Browsers record Opus. Of other codecs, and of packets that are compressed once more, the length cannot be read from the packets.
    const isCountable = type !== audioTrack || (codec === 'A_OPUS' && !isEncoded)
    if (!isCountable || number === 0 || this.#tracks.has(number) || this.#tracks.size >= tracksMax)
      throw new BrokenMedia()
    this.#tracks.set(number, type === audioTrack ? 0 : null)
  }

  /** @param end where the cluster ends at the latest @returns where it ends */
  async readCluster(cluster: Element, end: number): Promise<number> {
    let ticks = 0
    for (let offset = cluster.start; offset < end;) {
      const element = await elementAt(this.#reader, offset)
      if (cluster.end === null && besideClusters.has(element.id)) return offset
      const whole = wholeIn(element, end)
      if (element.id === id.timestamp) ticks = await unsigned(this.#reader, whole)
      else if (element.id === id.simpleBlock) await this.#countBlock(whole, ticks, 0)
      else if (element.id === id.blockGroup) await this.#countGroup(whole, ticks)
      else if (!passedOver.has(element.id)) throw new BrokenMedia()
      offset = whole.end
    }
    return end
  }

  async #countGroup(group: WholeElement, clusterTicks: number) {
    const blocks: WholeElement[] = []
    let ticks = 0
    await eachElement(this.#reader, group, async (element) => {
      if (element.id === id.block) blocks.push(element)
      if (element.id === id.blockDuration) ticks = await unsigned(this.#reader, element)
    })
    for (const block of blocks) await this.#countBlock(block, clusterTicks, ticks)
  }

  async #countBlock(block: WholeElement, clusterTicks: number, durationTicks: number) {
    const { track, ticks, packets } = await blockAt(this.#reader, block)
    const before = this.#tracks.get(track)
    if (before === undefined) throw new BrokenMedia()
    let seconds = 0
    if (before !== null)
      for (const { start, end } of packets) {
        const length = Math.min(end - start, opusHeadBytes)
        seconds += opusSeconds((await this.#reader.from(start, length)).subarray(0, length))
      }
    if (before !== null) this.#tracks.set(track, before + seconds)
    const from = (clusterTicks + ticks) * this.#secondsPerTick
    this.#from = Math.min(this.#from, from)
    this.#to = Math.max(this.#to, from + Math.max(seconds, durationTicks * this.#secondsPerTick))
  }
}

function wholeIn(element: Element, limit: number): WholeElement {
  if (element.end === null || element.end > limit) throw new BrokenMedia()
  return { ...element, end: element.end }
}

/**
 * @param secondsEnough how much longer than this it is does not matter: reading may stop there
 * @returns null when it is no WebM
 * @throws BrokenMedia when it cannot be told
 */
export async function webmSeconds(reader: ByteReader, secondsEnough: number): Promise<number | null> {
  const segment = await segmentOf(reader)
  if (!segment) return null
  const end = segment.end ?? reader.size
  // Behind its end a player may look for more clusters.
  if (end < reader.size) throw new BrokenMedia()
  const sound = new Sound(reader)
  for (let offset = segment.start; offset < end;) {
    const part = await elementAt(reader, offset)
    if (part.id === id.cluster) {
      offset = await sound.readCluster(part, part.end ?? end)
      if (sound.seconds > secondsEnough) break
      continue
    }
    const whole = wholeIn(part, end)
    if (part.id === id.info) await sound.readInfo(whole)
    if (part.id === id.tracks) await sound.readTracks(whole)
    offset = whole.end
  }
  return sound.seconds
}
