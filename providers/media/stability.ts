// Stability's Stable Image API. Every call is a multipart form, even with text alone.
import type { Account } from '../http/connection.ts'
import { directProvider } from './direct-provider.ts'
import { textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { callForFile, discard, type FileAnswer, isEmpty } from '../http/file-answer.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import type { MediaEnd, MediaProvider, MediaRequest } from './media.ts'
import { stabilityForm } from './stability-form.ts'

const startTimeoutMs = 120_000
const moderationCodes = ['content_moderation', 'public_figure']

export const stabilityProvider = (account: Account, options: MediaOptions = {}): MediaProvider =>
  directProvider({ startTimeoutMs, moderationCodes }, async (request, signal) =>
    endOf(await callForFile(callOf(account, request), signal, options))
  )

function callOf({ supplier, baseUrl, apiKey }: Account, request: MediaRequest): MediaCall {
  const { path, form } = stabilityForm(supplier, request)
  return {
    provider: supplier,
    url: `${baseUrl}/stable-image/${path}`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'image/*',
      'stability-client-user-id': request.userTag
    },
    body: form,
    codeOf: (body) => textAt(body, 'name'),
    timeoutMs: startTimeoutMs
  }
}

/**
 * An image caught by the content filter comes as a success, blurred. A success without an image also ends the job,
 * because the result cannot be fetched in another way.
 */
async function endOf({ headers, file }: FileAnswer): Promise<MediaEnd> {
  const failed = failureIn(headers) ?? (isEmpty(file) ? noPicture : null)
  if (failed === null) return { state: 'finished', outputs: [file] }
  await discard(file)
  return failed
}

const noPicture: MediaEnd = { state: 'failed', reason: 'failed', code: 'no_picture' }

function failureIn(headers: Headers): MediaEnd | null {
  const finish = headers.get('finish-reason') ?? 'SUCCESS'
  if (finish === 'CONTENT_FILTERED') return { state: 'failed', reason: 'moderated', code: finish }
  if (finish !== 'SUCCESS') return { state: 'failed', reason: 'failed', code: safeCode(finish) }
  return headers.get('content-type')?.startsWith('image/') === true ? null : noPicture
}
