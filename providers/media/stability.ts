// Stability's Stable Image API. Every call is a multipart form, even with text alone.
import { directProvider } from './direct-provider.ts'
import { textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { callForBytes } from '../http/upstream-call.ts'
import type { MediaAnswer, MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'
import { stabilityForm } from './stability-form.ts'

export interface StabilitySettings {
  STABILITY_BASE_URL: string
  STABILITY_API_KEY: string
}

const startTimeoutMs = 120_000
// The largest result, an upscaled PNG of 4096 × 4096. It is held in memory, of which an isolate has 128 MB.
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
 * An image caught by the content filter comes as a success, blurred. A success without an image also ends the job,
 * because the result cannot be fetched in another way.
 */
function endOf({ headers, bytes }: MediaAnswer): MediaEnd {
  const finish = headers.get('finish-reason') ?? 'SUCCESS'
  if (finish === 'CONTENT_FILTERED') return { state: 'failed', reason: 'moderated', code: finish }
  if (finish !== 'SUCCESS') return { state: 'failed', reason: 'failed', code: safeCode(finish) }
  const isPicture = headers.get('content-type')?.startsWith('image/') === true
  if (!isPicture || bytes.byteLength === 0) return { state: 'failed', reason: 'failed', code: 'no_picture' }
  return { state: 'finished', outputs: [{ kind: 'bytes', bytes }] }
}
