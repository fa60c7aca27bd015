// The fields of an interaction request that Google's video models accept; only those that the site uses.
import { fields, objectAt, oneOf, text, type BodyProblem } from './body-rules.ts'
import type { JsonObject } from '../base/json.ts'
import type { VideoOrder } from './video.ts'

/** By model: the longest video in seconds. */
const LONGEST: Readonly<Record<string, number>> = { 'gemini-omni-1.2-flash': 15, 'gemini-omni-1.1-flash': 10 }
const SHORTEST = 3
const LINES: Readonly<Record<string, number>> = { '360p': 360, '720p': 720, '1080p': 1080, '4k': 2160 }

export const GOOGLE_MODELS = Object.keys(LONGEST)

export const isGoogleModel = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(LONGEST, name)

const INTERACTION = fields(
  {
    model: text(1, 100),
    // Images before the text are not simulated.
    input: text(1, 100_000),
    // Without it the upstream would answer only once the video is ready, which is not simulated.
    background: oneOf(true),
    store: oneOf(true, false),
    response_format: fields(
      {
        type: oneOf('video'),
        delivery: oneOf('uri'),
        aspect_ratio: oneOf('16:9', '9:16'),
        resolution: oneOf(...Object.keys(LINES)),
        duration: text(2, 4)
      },
      'type',
      // Videos inside the answer are not simulated.
      'delivery'
    )
  },
  'input',
  'background',
  'response_format'
)

/** What is wrong with a request to a known model, or null. */
export function interactionProblem(body: JsonObject): BodyProblem | null {
  const problem = INTERACTION(body, '')
  if (problem) return problem
  const path = 'response_format.duration'
  const duration = objectAt(body, 'response_format')['duration']
  if (duration === undefined) return null
  // Durations have the JSON format of Protocol Buffers: "5s".
  const seconds = /^(\d+)s$/.exec(String(duration))?.[1]
  if (seconds === undefined) return { path, message: 'Illegal duration format; duration must end with s' }
  const longest = LONGEST[String(body['model'])] ?? 0
  const isFitting = Number(seconds) >= SHORTEST && Number(seconds) <= longest
  return isFitting ? null : { path, message: `must be from ${SHORTEST}s to ${longest}s` }
}

/** The video that a validated body asks for. */
export function videoOrderOf(body: JsonObject): VideoOrder {
  const { aspect_ratio, resolution = '720p', duration = '8s' } = objectAt(body, 'response_format')
  return {
    aspectRatio: aspect_ratio === '9:16' ? 9 / 16 : 16 / 9,
    lines: LINES[String(resolution)] ?? 720,
    seconds: Number.parseInt(String(duration), 10),
    hasSound: true
  }
}
