// How long the sound of an MP4 recording is. Safari writes fragments while it records, so the header says nothing. The durations of the
// samples are summed up, as well as what so many samples of AAC sound by themselves: the longer of both holds, whatever is written there.
import { aacRate } from './aac-rate.ts'
import { BrokenMedia, type ByteReader } from './byte-reader.ts'
import { typeOfBoxes } from './iso-brand.ts'
import { type Box, boxesIn } from './mp4-boxes.ts'

const samplesInFrame = 1024

interface Track {
  id: number
  isSound: boolean
  timescale: number
  /** Samples a second. */
  rate: number | null
  frames: number
  ticks: number
  /** Of the samples in its fragments, where these say nothing else. */
  ticksOfSample: number
}

const viewOf = (reader: ByteReader, { start, end }: Box, least: number): Promise<DataView> => {
  if (end - start < least) throw new BrokenMedia()
  return reader.view(start, end - start)
}

/** @returns finds the only child of a name, and throws BrokenMedia when there is none, or two that may contradict each other */
async function childrenOf(reader: ByteReader, parent: Pick<Box, 'start' | 'end'>): Promise<(name: string) => Box> {
  const children: Box[] = []
  for await (const box of boxesIn(reader, parent)) children.push(box)
  return (wanted) => {
    const [box, ...more] = children.filter(({ name }) => name === wanted)
    if (!box || more.length > 0) throw new BrokenMedia()
    return box
  }
}

/** @returns the rate of the only format of a track. @throws BrokenMedia when it is not AAC: browsers record nothing else in MP4 */
async function rateOf(reader: ByteReader, formats: Box): Promise<number> {
  const head = await viewOf(reader, formats, 8)
  const entries: Box[] = []
  for await (const box of boxesIn(reader, { start: formats.start + 8, end: formats.end })) entries.push(box)
  const [entry] = entries
  if (head.getUint32(4) !== 1 || entries.length !== 1 || entry?.name !== 'mp4a') throw new BrokenMedia()
  const sound = await viewOf(reader, entry, 28)
  // QuickTime's later forms of this box have other lengths.
  if (sound.getUint16(8) !== 0) throw new BrokenMedia()
  const child = await childrenOf(reader, { start: entry.start + 28, end: entry.end })
  const esds = await viewOf(reader, child('esds'), 4)
  return aacRate(new Uint8Array(esds.buffer, esds.byteOffset, esds.byteLength))
}

/** The samples that the table of a track lists. */
async function listedSamples(reader: ByteReader, child: (name: string) => Box) {
  const durations = await viewOf(reader, child('stts'), 8)
  const count = durations.getUint32(4)
  if (8 + count * 8 > durations.byteLength) throw new BrokenMedia()
  let frames = 0
  let ticks = 0
  for (let at = 8; at < 8 + count * 8; at += 8) {
    frames += durations.getUint32(at)
    ticks += durations.getUint32(at) * durations.getUint32(at + 4)
  }
  const sizes = await viewOf(reader, child('stsz'), 12)
  return { frames: Math.max(frames, sizes.getUint32(8)), ticks }
}

/** A recorder writes at most what it leaves out at the start and what follows; more might play the same samples again and again. */
const editsMax = 2

/** @throws BrokenMedia */
async function expectNoRepetition(reader: ByteReader, track: Box): Promise<void> {
  for await (const edits of boxesIn(reader, track)) {
    if (edits.name !== 'edts') continue
    for await (const list of boxesIn(reader, edits))
      if (list.name === 'elst' && (await viewOf(reader, list, 8)).getUint32(4) > editsMax) throw new BrokenMedia()
  }
}

async function trackOf(reader: ByteReader, box: Box): Promise<Track> {
  const child = await childrenOf(reader, box)
  const header = await viewOf(reader, child('tkhd'), 24)
  const media = await childrenOf(reader, child('mdia'))
  const kind = await viewOf(reader, media('hdlr'), 12)
  const isSound = kind.getUint32(8) === 0x736f756e
  const id = header.getUint32(header.getUint8(0) === 1 ? 20 : 12)
  const track = { id, isSound, timescale: 1, rate: null, frames: 0, ticks: 0, ticksOfSample: 0 }
  if (!isSound) return track
  const clock = await viewOf(reader, media('mdhd'), 24)
  const isLong = clock.getUint8(0) === 1
  const timescale = clock.getUint32(isLong ? 20 : 12)
  if (timescale === 0) throw new BrokenMedia()
  await expectNoRepetition(reader, box)
  const tables = await childrenOf(reader, (await childrenOf(reader, media('minf')))('stbl'))
  return { ...track, timescale, rate: await rateOf(reader, tables('stsd')), ...(await listedSamples(reader, tables)) }
}

class Sound {
  readonly #reader: ByteReader
  readonly #tracks = new Map<number, Track>()

  constructor(reader: ByteReader) {
    this.#reader = reader
  }

  get seconds(): number {
    const played = [...this.#tracks.values()].map(({ rate, frames, ticks, timescale }) =>
      rate === null ? 0 : Math.max((frames * samplesInFrame) / rate, ticks / timescale)
    )
    return Math.max(0, ...played)
  }

  async readMovie(movie: Box) {
    // A second one would describe other tracks.
    if (this.#tracks.size > 0) throw new BrokenMedia()
    const extensions: Box[] = []
    for await (const box of boxesIn(this.#reader, movie)) {
      if (box.name === 'mvex') extensions.push(box)
      if (box.name !== 'trak') continue
      const track = await trackOf(this.#reader, box)
      if (this.#tracks.has(track.id)) throw new BrokenMedia()
      this.#tracks.set(track.id, track)
    }
    for (const extension of extensions)
      for await (const box of boxesIn(this.#reader, extension)) {
        if (box.name !== 'trex') continue
        const view = await viewOf(this.#reader, box, 24)
        this.#trackOf(view.getUint32(4)).ticksOfSample = view.getUint32(12)
      }
  }

  async readFragments(fragments: Box) {
    for await (const box of boxesIn(this.#reader, fragments)) if (box.name === 'traf') await this.#readFragment(box)
  }

  #trackOf(id: number): Track {
    const track = this.#tracks.get(id)
    if (!track) throw new BrokenMedia()
    return track
  }

  async #readFragment(fragment: Box) {
    let track: Track | null = null
    let ticksOfSample = 0
    for await (const box of boxesIn(this.#reader, fragment)) {
      if (box.name !== 'tfhd' && box.name !== 'trun') continue
      const view = await viewOf(this.#reader, box, 8)
      const flags = view.getUint32(0) & 0xffffff
      if (box.name === 'tfhd') {
        if (track) throw new BrokenMedia()
        track = this.#trackOf(view.getUint32(4))
        const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
        ticksOfSample = flags & 8 ? (await viewOf(this.#reader, box, at + 4)).getUint32(at) : track.ticksOfSample
      } else if (track) addRun(track, view, flags, ticksOfSample)
      else throw new BrokenMedia()
    }
  }
}

/** Adds the samples of a `trun`: four optional numbers for each of them, the duration first. */
function addRun(track: Track, run: DataView, flags: number, ticksOfSample: number) {
  const count = run.getUint32(4)
  const start = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  const sampleBytes = 4 * [0x100, 0x200, 0x400, 0x800].filter((one) => flags & one).length
  if (start + count * sampleBytes > run.byteLength) throw new BrokenMedia()
  track.frames += count
  if (!(flags & 0x100)) track.ticks += count * ticksOfSample
  else for (let index = 0; index < count; index += 1) track.ticks += run.getUint32(start + index * sampleBytes)
}

/** @returns null when it is no MP4 @throws BrokenMedia when it cannot be told */
export async function mp4Seconds(reader: ByteReader): Promise<number | null> {
  if (reader.size < 12 || typeOfBoxes(await reader.text(4, 8)) === null) return null
  const sound = new Sound(reader)
  for await (const box of boxesIn(reader, { start: 0, end: reader.size })) {
    if (box.name === 'moov') await sound.readMovie(box)
    if (box.name === 'moof') await sound.readFragments(box)
  }
  return sound.seconds
}
