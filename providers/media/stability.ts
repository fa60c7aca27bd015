// Stability's Stable Image API. Every call is a form, even of text alone.
import { directProvider } from './direct-provider.ts'
import { textAt } from '../http/fields.ts'
import { safeCode } from '../http/http.ts'
import { callForBytes } from '../http/upstream-call.ts'
import type { MediaAnswer, MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'
import { stabilityForm } from './stability-form.ts'

export interface StabilitySettings {
  STABILITY_BASE_URL: string
  STABILITY_API_KEY: string
}

const startTimeoutMs = 120_000
// The largest is an enlarged PNG of 4096 × 4096. It is held in memory whole, by an isolate that has 128 MB.
const pictureBytesMax = 36 * 1024 * 1024
const moderationCodes = ['content_moderation', 'public_figure']

export const stabilityProvider = (settings: StabilitySettings, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) =>
    endOf(await callForBytes(callOf(settings, request), signal, options))
  )

function callOf({ STABILITY_BASE_URL, STABILITY_API_KEY }: StabilitySettings, request: MediaRequest): MediaCall {
  const { path, form } = stabilityForm(request)
  return {
    provider: 'stability',
    url: `${STABILITY_BASE_URL}/stable-image/${path}`,
    headers: {
      authorization: `Bearer ${STABILITY_API_KEY}`,
      accept: 'image/*',
      'stability-client-user-id': request.userTag
    },
    body: form,
    codeOf: (body) => textAt(body, 'name'),
    timeoutMs: startTimeoutMs,
    bytesMax: pictureBytesMax
  }
}

/**
 * A picture that the filter caught comes as a success, blurred. A success without a picture ends the job too: there is
 * no other way to the result.
 */
function endOf({ headers, bytes }: MediaAnswer): MediaEnd {
  const finish = headers.get('finish-reason') ?? 'SUCCESS'
  if (finish === 'CONTENT_FILTERED') return { state: 'failed', reason: 'moderated', code: finish }
  if (finish !== 'SUCCESS') return { state: 'failed', reason: 'failed', code: safeCode(finish) }
  const isPicture = headers.get('content-type')?.startsWith('image/') === true
  if (!isPicture || bytes.byteLength === 0) return { state: 'failed', reason: 'failed', code: 'no_picture' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
}
