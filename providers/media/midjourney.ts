// Midjourney through the REST API of midjourney-proxy, which resellers offer too, because Midjourney itself has no API.
// Tasks cannot be cancelled.
import type { Account } from '../http/connection.ts'
import { countAt, fieldAt, parsedJson, textAt } from '../http/fields.ts'
import { callForBytes, callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { ProviderFailure } from '../http/failure.ts'
import { changeSubmission, readTimeoutMs, type Submission } from './midjourney-change.ts'
import { midjourneyFailure } from './midjourney-failure.ts'
import { midjourneyPrompt } from './midjourney-prompt.ts'
import { refusalOf } from './refusal.ts'
import type { MediaCheck, MediaProvider, MediaRequest, MediaStart } from './media.ts'

const submitTimeoutMs = 30_000
// An image takes half a minute, at busy times several. No rate limit for checks is known.
const hurriedChecks = 20

export const midjourneyProvider = (account: Account, options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs: submitTimeoutMs + readTimeoutMs,
  async start(request, signal) {
    try {
      const asked = await submissionOf(account, request, signal, options)
      if ('state' in asked) return asked
      const call = { ...callTo(account, asked.path), body: asked.body, timeoutMs: submitTimeoutMs }
      return startOf(call, await callForJson(call, signal, options), isImagine(request))
    } catch (error) {
      return refusalOf(error, [])
    }
  },
  async check(ticket, signal) {
    const call = inquiry(account, ticket)
    const { bytes } = await callForBytes(call, signal, options)
    return checkOf(call, new TextDecoder().decode(bytes))
  },
  secondsBeforeCheck: (check) => (check <= hurriedChecks ? 3 : 8)
})

const isImagine = ({ model }: MediaRequest): boolean => model === 'imagine'

/** A description is drawn; every other operation continues a picture that was made before. */
async function submissionOf(
  account: Account,
  request: MediaRequest,
  signal: AbortSignal,
  options: MediaOptions
): Promise<Submission> {
  if (!isImagine(request)) return changeSubmission((path) => callTo(account, path), request, signal, options)
  return {
    path: 'submit/imagine',
    body: { prompt: midjourneyPrompt(account.supplier, request), state: request.userTag }
  }
}

const inquiry = (account: Account, ticket: string): MediaCall => ({
  ...callTo(account, `task/${encodeURIComponent(ticket)}/fetch`),
  method: 'GET',
  timeoutMs: quickTimeoutMs
})

const callTo = (account: Account, path: string) => ({
  provider: account.supplier,
  url: `${account.baseUrl}/mj/${path}`,
  headers: { 'mj-api-secret': account.apiKey }
})

/** Every result has status 200; `code` tells them apart. */
function startOf(call: MediaCall, answer: unknown, imagined: boolean): MediaStart {
  const verdict = countAt(answer, 'code')
  const code = String(verdict)
  switch (verdict) {
    // Submitted, already known, queued.
    case 1:
    case 21:
    case 22: {
      const ticket = textAt(answer, 'result')
      if (ticket === null || ticket === '') throw malformed(call)
      return { state: 'accepted', ticket }
    }
    // The proxy has no working account. For a change: it no longer has the task, or the account that made it.
    case 3:
      if (!imagined) return { state: 'failed', reason: 'source-gone', code }
      throw new ProviderFailure(call.provider, { kind: 'unauthorized', retryable: false, code })
    // The proxy's queue is full.
    case 23:
      throw new ProviderFailure(call.provider, { kind: 'busy', retryable: true, code })
    case 4:
      return { state: 'failed', reason: 'rejected', code }
    case 9:
      return { state: 'failed', reason: 'failed', code }
    case 24:
      return { state: 'failed', reason: 'moderated', code }
    case null:
    default:
      throw malformed(call)
  }
}

/** For an unknown task the proxy returns an empty body. */
function checkOf(call: MediaCall, text: string): MediaCheck {
  if (text.trim() === '' || text.trim() === 'null') return { state: 'failed', reason: 'gone', code: null }
  const task = parsedJson(text)
  switch (fieldAt(task, 'status')) {
    case 'NOT_START':
    case 'SUBMITTED':
    case 'IN_PROGRESS':
    case 'MODAL':
      return { state: 'running', progress: progressOf(textAt(task, 'progress')) }
    case 'SUCCESS': {
      const url = textAt(task, 'imageUrl')
      if (url === null || url === '') return { state: 'failed', reason: 'gone', code: 'no_picture' }
      // Everything but an enlarged variant is one image with two by two variants.
      const isSheet = fieldAt(task, 'action') !== 'UPSCALE'
      return { state: 'finished', outputs: [{ kind: 'link', url, ...(isSheet && { sheet: true }) }] }
    }
    case 'FAILURE':
      return midjourneyFailure(textAt(task, 'failReason') ?? '')
    case 'CANCEL':
      return { state: 'failed', reason: 'failed', code: 'cancelled' }
    default:
      throw malformed(call)
  }
}

/** Parses `45%`. */
function progressOf(text: string | null): number | null {
  const percent = /^(\d{1,3})%$/.exec(text ?? '')?.[1]
  return percent === undefined ? null : Math.min(Number(percent) / 100, 1)
}
