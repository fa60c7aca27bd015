// Which delivered results are visibly broken, so that they are made once more for nothing, and how often. Pure: what the
// files show is measured elsewhere.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { StoredFile } from './job.ts'

/** What the measure of a delivered work found; `fine` is what it says of a work that a user only does not like. */
export type RedoVerdict = 'blank' | 'silent' | 'wrong-size' | 'too-short' | 'fine'

/** Works of one user that are made once more for nothing within a day. */
export const redosPerDay = 5
export const redoDayMs = 24 * 60 * 60 * 1000
/** How often the work is begun for the same result: one that fails delivers nothing, so it may be begun again. */
export const redoAttemptsMax = 3

/** The sizes that a provider was asked for; null: it was not told one. */
export interface OrderedSize {
  /** Pixels. */
  width: number | null
  height: number | null
  /** Width divided by height. */
  ratio: number | null
  /** Pixels of the shorter side, at least. */
  lines: number | null
  seconds: number | null
}

type Options = Readonly<Record<string, string | number>>

const pairPattern = /^(\d{1,5})[:x×](\d{1,5})$/
const linesPattern = /^(\d{3,4})p$/

function pairOf(value: string | number | undefined): { width: number; height: number } | null {
  const [, width = 0, height = 0] = pairPattern.exec(String(value))?.map(Number) ?? []
  return width > 0 && height > 0 ? { width, height } : null
}

const numberOf = (value: string | number | undefined): number | null => {
  const number = Number.parseFloat(String(value))
  return Number.isFinite(number) && number > 0 ? number : null
}

const linesOf = (quality: string | number | undefined): number | null =>
  quality === '4k' ? 2160 : numberOf(linesPattern.exec(String(quality))?.[1])

/** @param options of the job: what the provider was sent, because its sizes differ from those of the form */
export function orderedSizeOf(kind: StudioKind, options: Options): OrderedSize {
  const size = pairOf(options['size'])
  const shape = pairOf(options['ratio']) ?? pairOf(options['aspectRatio']) ?? pairOf(options['aspect_ratio'])
  return {
    width: size?.width ?? numberOf(options['width']),
    height: size?.height ?? numberOf(options['height']),
    ratio: shape && shape.width / shape.height,
    lines: kind === 'video' ? linesOf(options['quality']) : null,
    seconds: kind === 'video' ? numberOf(options['duration']) : null
  }
}

/** Providers round to multiples of 8, 16 or 32 pixels. */
const sizeTolerance = 0.05
const linesShareMin = 0.9
const secondsShareMin = 0.8

const differs = (is: number, ordered: number | null) => ordered !== null && Math.abs(is / ordered - 1) > sizeTolerance

/** Whether the file differs from the order; null when it does not, as far as both are known. */
export function sizeFlaw(
  { width, height, durationSeconds }: Pick<StoredFile, 'width' | 'height' | 'durationSeconds'>,
  ordered: OrderedSize
): 'wrong-size' | 'too-short' | null {
  const { seconds, lines } = ordered
  if (width && height) {
    const isOther = differs(width, ordered.width) || differs(height, ordered.height)
    const isSmall = lines !== null && Math.min(width, height) < lines * linesShareMin
    if (isOther || isSmall || differs(width / height, ordered.ratio)) return 'wrong-size'
  }
  const isShort = durationSeconds !== null && seconds !== null && durationSeconds < seconds * secondsShareMin
  return isShort ? 'too-short' : null
}
