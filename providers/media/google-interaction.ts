// Reads the state of one of Google's interactions. There is no state for a refusal.
import { fieldAt, textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import type { Wording } from '../http/error-code.ts'
import type { JsonFiles } from '../http/json-files.ts'
import type { MediaCheck, MediaEnd, MediaOutput } from './media.ts'

/** Google's codes for blocked content, in all places where errors have a code. */
export const blockedCodes: readonly string[] = ['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'IMAGE_SAFETY', 'SPII']

/** Null for an undocumented state. */
export function checkOfInteraction(
  interaction: unknown,
  files: JsonFiles,
  linkTo: (url: string) => MediaOutput
): MediaCheck | null {
  const status = textAt(interaction, 'status')
  switch (status) {
    case 'queued':
    case 'in_progress':
      return { state: 'running', progress: null }
    case 'completed':
      return completed(interaction, files, linkTo)
    // We never provide the required input and never resume an interaction.
    case 'requires_action':
    case 'requires_continuation':
    case 'incomplete':
    case 'budget_exceeded':
    case 'cancelled':
    case 'failed':
      return failed(interaction, status)
    case null:
    default:
      return null
  }
}

function completed(interaction: unknown, files: JsonFiles, linkTo: (url: string) => MediaOutput): MediaEnd {
  const contents = listAt(interaction, 'steps')
    .filter((step) => textAt(step, 'type') === 'model_output')
    .flatMap((step) => listAt(step, 'content'))
  const videos = contents.filter((content) => textAt(content, 'type') === 'video')
  for (const video of videos) {
    const url = textAt(video, 'uri') ?? ''
    if (url !== '') return { state: 'finished', outputs: [linkTo(url)] }
    const bytes = files.bytesOf(textAt(video, 'data') ?? '')
    if (bytes !== null) return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
  }
  // A refusal comes as a success with text only.
  if (videos.length === 0 && contents.some((content) => textAt(content, 'type') === 'text'))
    return { state: 'failed', reason: 'moderated', code: 'text_only' }
  return { state: 'failed', reason: 'gone', code: 'no_video' }
}

function failed(interaction: unknown, status: string): MediaEnd {
  // The code is a URL whose last segment is its name.
  const named = textAt(listAt(interaction, 'errors')[0], 'code')?.split('/').at(-1) ?? null
  const code = safeCode(named) ?? status
  return { state: 'failed', reason: blockedCodes.includes(code) ? 'moderated' : 'failed', code }
}

function listAt(value: unknown, key: string): unknown[] {
  const list = fieldAt(value, key)
  return Array.isArray(list) ? list : []
}

/** Comes with the same status and code as a rate limit. */
export const googleWordings: readonly Wording[] = [
  { beginning: /^Your prepayment credits are depleted/, kind: 'unpaid', code: 'prepayment_depleted' }
]

/** Errors of Google's front end are wrapped in an array. */
const errorIn = (body: unknown) => fieldAt(Array.isArray(body) ? body[0] : body, 'error')

/**
 * How long to wait before the next call, which Google says in the body only.
 * @param body an error with `details: [{ '@type': '….RetryInfo', retryDelay: '37s' }]`, a protobuf Duration
 * @returns seconds, perhaps with a fraction; null when the error says nothing
 */
export function waitSecondsOfGoogle(body: unknown): number | null {
  const delays = listAt(errorIn(body), 'details').map((detail) => textAt(detail, 'retryDelay') ?? '')
  const [seconds] = delays.flatMap((delay) => /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(delay)?.[1] ?? [])
  return seconds === undefined ? null : Number(seconds)
}

/**
 * The most specific code of an HTTP error.
 * @param body `{ error: { code, status, details: [{ reason }] } }`, where `code` is a number or a name
 */
export function errorCodeOfGoogle(body: unknown): string | null {
  const error = errorIn(body)
  const reasons = listAt(error, 'details').map((detail) => textAt(detail, 'reason'))
  const codes = [...reasons, textAt(error, 'status'), textAt(error, 'code')]
  return codes.map(safeCode).find((code) => code !== null) ?? null
}
