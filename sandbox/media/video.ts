// The videos of the sandbox's upstreams: a clip that loops seamlessly, repeated up to the requested duration.
import { readFile, readdir } from 'node:fs/promises'
import { readTrack, type Track } from './mp4-read.ts'
import { writeMp4, type WrittenTrack } from './mp4-write.ts'

export interface VideoOrder {
  /** Width divided by height. */
  aspectRatio: number
  /** Pixels of the shorter side. Chooses the smallest clip of this shape with at least so many, else the largest. */
  lines: number
  seconds: number
  hasSound: boolean
}

interface Clip {
  name: string
  width: number
  height: number
}

const folder = new URL('clips/', import.meta.url)

let clips: Promise<readonly Clip[]> | null = null
const files = new Map<string, Promise<Uint8Array>>()

/** A playable MP4: H.264, 24 frames per second, with AAC if sound is wanted. */
export async function makeVideo(order: VideoOrder): Promise<Uint8Array<ArrayBuffer>> {
  clips ??= listClips()
  const clip = chosenFrom(await clips, order)
  const picture = repeated(readTrack(await fileNamed(clip.name), 'vide'), order.seconds, false)
  if (!order.hasSound) return writeMp4([picture])
  return writeMp4([picture, repeated(readTrack(await fileNamed('chord.m4a'), 'soun'), order.seconds, true)])
}

/** Clips are named after their size: `1280x720.mp4`. */
async function listClips(): Promise<Clip[]> {
  const sizes = (await readdir(folder)).map((name) => /^(\d+)x(\d+)\.mp4$/.exec(name))
  return sizes.flatMap((size) => (size ? [{ name: size[0], width: Number(size[1]), height: Number(size[2]) }] : []))
}

function chosenFrom(all: readonly Clip[], { aspectRatio, lines }: VideoOrder): Clip {
  // Ratios are compared by quotient, so that twice as wide is as far away as half as wide.
  const distanceOf = ({ width, height }: Clip) => Math.abs(Math.log(width / height / aspectRatio))
  const nearest = Math.min(...all.map(distanceOf))
  const alike = all
    .filter((clip) => distanceOf(clip) < nearest + 0.01)
    .toSorted((one, other) => linesOf(one) - linesOf(other))
  const clip = alike.find((candidate) => linesOf(candidate) >= lines) ?? alike.at(-1)
  if (!clip) throw new Error('The sandbox has no clips.')
  return clip
}

const linesOf = ({ width, height }: Clip) => Math.min(width, height)

function repeated(track: Track, seconds: number, isEveryKey: boolean): WrittenTrack {
  const loop = track.samples
  // Sound must not outlast the picture; the small term makes up for floating-point rounding.
  const count = Math.max(1, Math.floor((seconds * track.timescale) / track.sampleUnits + 1e-6))
  const samples = Array.from({ length: count }, (_, index) => loop[index % loop.length] ?? new Uint8Array())
  // The only key frame of a clip is its first one.
  const repetitions = Math.ceil(count / loop.length)
  const keySamples = isEveryKey ? null : Array.from({ length: repetitions }, (_, index) => index * loop.length)
  return { ...track, samples, keySamples }
}

function fileNamed(name: string): Promise<Uint8Array> {
  const file = files.get(name) ?? readFile(new URL(name, folder))
  files.set(name, file)
  return file
}
