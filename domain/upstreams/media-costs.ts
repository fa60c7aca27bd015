// What one job costs upstream, for operators alone: nothing is charged by it. Micro-dollars, by the provider's model and what
// was asked of it. The makers count by pixels, tokens, seconds and characters, so these are estimates for the usual settings;
// a model that is not listed has no published price. Sources, November 2026:
// - images of OpenAI, BFL: price pages of the makers; Midjourney: those of resellers, it has no API of its own.
// - Stability: credits of its API reference, a credit is a cent.
// - Runway: credits per second of its API reference, a credit is a cent. `aleph2` is not listed there, and what it takes in
//   has any length.
// - Luma: what resellers ask for five seconds at 720p; 1080p in the proportion of its last own price list (ray-2).
// - Google: list price per second of video with sound, as resellers compare themselves with it.
// - ElevenLabs: list price of a thousand characters of its multilingual models.

const cent = 10_000

/** The known facts of a job besides its model. Null: not named, or the job's row is gone. */
export interface MediaAmount {
  /** Like `5s` or 8. */
  duration: string | number | null
  /** Like `720p`. */
  quality: string | null
  characters: number | null
  /** What the supplier takes for the work, as an operator has set it; null: not set. */
  ownMicros: number | null
}

type Price =
  | { job: number }
  /** `usual`: the resolution that runs where none is named. */
  | { second: Readonly<Record<string, number>>; usual: string }
  | { thousandCharacters: number }

const each = (cents: number): Price => ({ job: cents * cent })
const perSecond = (cents: number): Price => ({ second: { any: cents * cent }, usual: 'any' })

const prices: Readonly<Record<string, Price>> = {
  'gpt-image-2.5-flare': each(5.3),
  'gpt-image-2.5-sunburst': each(5.3),
  'flux-2-pro': each(3),
  'flux-2-klein-9b': each(1.5),
  'flux-2-klein-4b': each(1.4),
  imagine: each(10),
  'sd3.5-medium': each(3.5),
  'sd3.5-large': each(6.5),
  'upscale/fast': each(2),
  'control/structure': each(5),
  'control/style-transfer': each(8),
  'edit/remove-background': each(5),
  'edit/inpaint': each(5),
  'edit/outpaint': each(4),
  'gen4.5': perSecond(12),
  gen4_turbo: perSecond(5),
  'ray-3.2': { second: { '720p': 10 * cent, '1080p': 22.4 * cent }, usual: '720p' },
  'gemini-omni-1.2-flash': { second: { '720p': 7 * cent, '1080p': 10.5 * cent, '4k': 21 * cent }, usual: '720p' },
  eleven_multilingual_v2: { thousandCharacters: 10 * cent }
}

const secondsOf = (duration: MediaAmount['duration']): number | null => {
  const seconds = Number.parseFloat(String(duration))
  return Number.isFinite(seconds) ? seconds : null
}

/** A reseller puts its maker before the name of a model. */
const priceOf = (model: string): Price | undefined =>
  [model, model.slice(model.lastIndexOf('/') + 1)].flatMap((name) =>
    Object.hasOwn(prices, name) ? (prices[name] ?? []) : []
  )[0]

/** Null: not known. @param upstreamModel as the supplier that served it calls it */
export function mediaMicrosOf(
  upstreamModel: string | null,
  { duration, quality, characters, ownMicros }: MediaAmount
): number | null {
  if (ownMicros !== null) return ownMicros
  const price = upstreamModel === null ? undefined : priceOf(upstreamModel)
  if (!price) return null
  if ('job' in price) return price.job
  if ('thousandCharacters' in price) return characters === null ? null : (characters * price.thousandCharacters) / 1000
  const seconds = secondsOf(duration)
  const rate = price.second[price.usual === 'any' ? 'any' : (quality ?? price.usual)]
  return seconds === null || rate === undefined ? null : seconds * rate
}
