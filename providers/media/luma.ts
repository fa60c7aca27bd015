// Video by Luma over its Agents API. Generations cannot be cancelled.
import type { Account } from '../http/connection.ts'
import { base64Of } from './base64.ts'
import { growingPause } from './check-pause.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { promptOf } from './prompt.ts'
import { notTaken, refusalOf } from './refusal.ts'
import type { MediaEnd, MediaFailureReason, MediaFile, MediaProvider, MediaRequest } from './media.ts'

const startTimeoutMs = 60_000

/** The ticket is the generation's id. */
export const lumaProvider = (account: Account, options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs,
  async start(request, signal) {
    try {
      const call = submission(account, request)
      const generation = await callForJson(call, signal, options)
      const ticket = textAt(generation, 'id')
      if (ticket === null || ticket === '') throw malformed(call)
      return endOf(generation) ?? { state: 'accepted', ticket }
    } catch (error) {
      return refusalOf(error, [])
    }
  },
  async check(ticket, signal) {
    const call = inquiry(account, ticket)
    try {
      return checkOf(call, await callForJson(call, signal, options))
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.status !== 404) throw error
      return { state: 'failed', reason: 'gone', code: null }
    }
  },
  secondsBeforeCheck: growingPause(3)
})

const submission = (account: Account, request: MediaRequest): MediaCall => ({
  ...callTo(account, 'generations'),
  body: bodyOf(account.supplier, request),
  timeoutMs: startTimeoutMs
})

const inquiry = (account: Account, ticket: string): MediaCall => ({
  ...callTo(account, `generations/${encodeURIComponent(ticket)}`),
  method: 'GET',
  timeoutMs: quickTimeoutMs
})

const callTo = ({ supplier, baseUrl, apiKey }: Account, path: string) => ({
  provider: supplier,
  url: `${baseUrl}/${path}`,
  headers: { authorization: `Bearer ${apiKey}` }
})

/** @throws ProviderFailure for an unknown option, which means that the catalogue offers too much */
function bodyOf(supplier: string, { model, options, files, userTag }: MediaRequest) {
  const { prompt: _, promptSuffix: __, aspectRatio, quality, duration, loop, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw notTaken(supplier, unknown)
  return {
    model,
    type: 'video',
    prompt: promptOf(options),
    ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
    video: {
      ...(quality !== undefined && { resolution: quality }),
      ...(duration !== undefined && { duration }),
      ...(loop === 'yes' && { loop: true }),
      ...(files['startFrame'] && { start_frame: imageOf(files['startFrame']) }),
      ...(files['endFrame'] && { end_frame: imageOf(files['endFrame']) })
    },
    user_id: userTag
  }
}

const imageOf = (file: MediaFile) => ({ data: base64Of(file), media_type: file.type })

function checkOf(call: MediaCall, generation: unknown) {
  const end = endOf(generation)
  if (end) return end
  const state = textAt(generation, 'state')
  if (state !== 'queued' && state !== 'processing') throw malformed(call)
  return { state: 'running' as const, progress: null }
}

// All other codes of Luma mean its own failure.
const reasons: Readonly<Record<string, MediaFailureReason>> = {
  content_moderated: 'moderated',
  image_too_large: 'rejected',
  unsupported_format: 'rejected',
  corrupt_input: 'rejected',
  invalid_request: 'rejected',
  output_not_found: 'gone',
  budget_exhausted: 'unpaid'
}

/** Null while it runs. The URL is valid for an hour; another check returns a new one. */
function endOf(generation: unknown): MediaEnd | null {
  const state = textAt(generation, 'state')
  if (state === 'completed') {
    const outputs = fieldAt(generation, 'output')
    const url = Array.isArray(outputs) ? (textAt(outputs[0], 'url') ?? '') : ''
    if (url === '') return { state: 'failed', reason: 'gone', code: 'no_video' }
    return { state: 'finished', outputs: [{ kind: 'link', url }] }
  }
  if (state !== 'failed') return null
  const code = safeCode(textAt(generation, 'failure_code'))
  const reason = code !== null && Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return { state: 'failed', reason: reason ?? 'failed', code }
}
