// Video by Runway, from text, an image or another video. Runway allows a check every five seconds. Its DELETE call
// cancels a running task and deletes a finished one.
import type { Account } from '../http/connection.ts'
import { growingPause } from './check-pause.ts'
import { ProviderFailure } from '../http/failure.ts'
import { fieldAt, shareAt, textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { callForBytes, callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { promptOf } from './prompt.ts'
import { notTaken, refusalOf } from './refusal.ts'
import type { MediaCheck, MediaEnd, MediaFailureReason, MediaProvider, MediaRequest } from './media.ts'
import { runwayCall } from './runway-call.ts'
import { imageUri, inputTimeoutMs, videoUri } from './runway-input.ts'

const submissionTimeoutMs = 30_000

/** The ticket is the task's id. */
export const runwayProvider = (account: Account, options: MediaOptions = {}): MediaProvider => ({
  // A video and the picture beside it are uploaded one after the other.
  startTimeoutMs: 2 * inputTimeoutMs + submissionTimeoutMs,
  async start(request, signal) {
    try {
      const call = await submission(account, request, signal, options)
      const ticket = textAt(await callForJson(call, signal, options), 'id')
      if (ticket === null || ticket === '') throw malformed(call)
      return { state: 'accepted', ticket }
    } catch (error) {
      return refusalOf(error, [])
    }
  },
  async check(ticket, signal) {
    const call = inquiry(account, ticket)
    try {
      return checkOf(call, await callForJson(call, signal, options))
    } catch (error) {
      if (!isUnknownTask(error)) throw error
      return { state: 'failed', reason: 'gone', code: null }
    }
  },
  secondsBeforeCheck: growingPause(5),
  async cancel(ticket, signal) {
    const call = inquiry(account, ticket)
    try {
      const task = checkOf(call, await callForJson(call, signal, options))
      if (task.state !== 'running') return false
      await callForBytes({ ...call, method: 'DELETE' }, signal, options)
      return true
    } catch (error) {
      // A task that Runway does not know (any more) will not deliver.
      if (isUnknownTask(error)) return true
      throw error
    }
  }
})

const isUnknownTask = (error: unknown) => error instanceof ProviderFailure && error.status === 404

const inquiry = (account: Account, ticket: string): MediaCall => ({
  ...runwayCall(account, `tasks/${encodeURIComponent(ticket)}`),
  method: 'GET',
  timeoutMs: quickTimeoutMs
})

/**
 * The files decide which call is made: our parameter `mode` is not in the request.
 * @throws ProviderFailure for an unknown option, which means that the catalogue offers too much
 */
async function submission(
  account: Account,
  request: MediaRequest,
  signal: AbortSignal,
  options: MediaOptions
): Promise<MediaCall> {
  const { prompt: _, promptSuffix: __, duration, ratio, targetAspectRatio, seed, ...others } = request.options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw notTaken(account.supplier, unknown)
  const { image, video, guide } = request.files
  const body = {
    model: request.model,
    promptText: promptOf(request.options),
    ...(ratio !== undefined && { ratio }),
    ...(duration !== undefined && { duration }),
    ...(image && { promptImage: await imageUri(account, image, signal, options) }),
    ...(seed !== undefined && { seed }),
    ...(targetAspectRatio !== undefined && { targetAspectRatio }),
    ...(video && { videoUri: await videoUri(account, video, signal, options) }),
    ...(guide && { keyframes: [{ at: 0, uri: await imageUri(account, guide, signal, options) }] })
  }
  const source = video ? 'video' : image ? 'image' : 'text'
  return { ...runwayCall(account, `${source}_to_video`), body, timeoutMs: submissionTimeoutMs }
}

function checkOf(call: MediaCall, task: unknown): MediaCheck {
  switch (textAt(task, 'status')) {
    case 'PENDING':
    // Too many of our tasks are running; Runway starts this one later by itself.
    case 'THROTTLED':
      return { state: 'running', progress: null }
    case 'RUNNING':
      return { state: 'running', progress: shareAt(task, 'progress') }
    case 'SUCCEEDED': {
      const output = fieldAt(task, 'output')
      const url: unknown = Array.isArray(output) ? output[0] : null
      if (typeof url !== 'string' || url === '') return { state: 'failed', reason: 'gone', code: 'no_video' }
      return { state: 'finished', outputs: [{ kind: 'link', url }] }
    }
    case 'FAILED':
      return failureOfTask(textAt(task, 'failureCode') ?? '')
    case 'CANCELLED':
      return { state: 'failed', reason: 'failed', code: 'CANCELLED' }
    case null:
    default:
      throw malformed(call)
  }
}

// Matched by prefix, because the codes end in varying details (docs.dev.runwayml.com/errors/task-failures).
const families: readonly (readonly [beginning: string, reason: MediaFailureReason])[] = [
  ['SAFETY', 'moderated'],
  ['INPUT_PREPROCESSING.SAFETY', 'moderated'],
  ['ASSET.INVALID', 'rejected'],
  ['THIRD_PARTY.INPUT_VALIDATION', 'rejected']
]

function failureOfTask(failureCode: string): MediaEnd {
  const family = families.find(([beginning]) => `${failureCode}.`.startsWith(`${beginning}.`))
  return { state: 'failed', reason: family?.[1] ?? 'failed', code: safeCode(failureCode) }
}
