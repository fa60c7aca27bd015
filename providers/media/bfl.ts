// FLUX by Black Forest Labs: a task is submitted and then polled at the URL in the response. The key is sent to no
// host but that of its account. Tasks cannot be cancelled.
import type { Account } from '../http/connection.ts'
import { referenceNames } from '#contract/catalogue/references.ts'
import { base64Of } from './base64.ts'
import { fieldAt, shareAt, textAt } from '../http/fields.ts'
import { ProviderFailure } from '../http/failure.ts'
import { callForJson, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { promptOf } from './prompt.ts'
import { refusalOf } from './refusal.ts'
import type { MediaCheck, MediaProvider, MediaRequest, MediaStart } from './media.ts'

const startTimeoutMs = 30_000
const ticketLengthMax = 2048
// An image takes about five seconds; one that takes minutes need not be polled every second.
const hurriedChecks = 30

/** The ticket is the task's polling URL. */
export const bflProvider = (account: Account, options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs,
  async start(request, signal) {
    const call = submission(account, request)
    try {
      return startOf(call, account, await callForJson(call, signal, options))
    } catch (error) {
      return refusalOf(error, [])
    }
  },
  async check(ticket, signal) {
    // The account's address was changed meanwhile, and may be changed back: nothing was learned of the task.
    if (!isTrusted(ticket, account))
      throw new ProviderFailure(account.supplier, { kind: 'network', retryable: true, code: 'foreign_address' })
    const call = inquiry(account, ticket)
    try {
      return checkOf(call, await callForJson(call, signal, options))
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.status !== 404) throw error
      return { state: 'failed', reason: 'gone', code: error.code }
    }
  },
  secondsBeforeCheck: (check) => (check <= hurriedChecks ? 1 : 5)
})

function submission(account: Account, { model, options, files }: MediaRequest): MediaCall {
  const { prompt: _, promptSuffix: __, ...others } = options
  return {
    ...callTo(account, `${account.baseUrl}/${model}`),
    body: { prompt: promptOf(options), ...others, ...inputImages(files) },
    timeoutMs: startTimeoutMs
  }
}

/** `input_image`, `input_image_2` and so on, in base64: pictures that the model takes as examples. */
function inputImages(files: MediaRequest['files']): Record<string, string> {
  const chosen = referenceNames.flatMap((name) => files[name] ?? [])
  return Object.fromEntries(
    chosen.map((file, index) => [index === 0 ? 'input_image' : `input_image_${index + 1}`, base64Of(file)])
  )
}

const inquiry = (account: Account, url: string): MediaCall => ({
  ...callTo(account, url),
  method: 'GET',
  timeoutMs: quickTimeoutMs
})

/** `detail` is a message, or a list in which every problem has a `type`. */
const callTo = (account: Account, url: string) => ({
  provider: account.supplier,
  url,
  headers: { 'x-key': account.apiKey },
  codeOf: (body: unknown) => {
    const problems = fieldAt(body, 'detail')
    return Array.isArray(problems) ? textAt(problems[0], 'type') : null
  }
})

/** If the response has no trusted polling URL, the general one is used with the task's id. */
function startOf(call: MediaCall, account: Account, answer: unknown): MediaStart {
  const named = textAt(answer, 'polling_url')
  if (named !== null && named.length <= ticketLengthMax && isTrusted(named, account))
    return { state: 'accepted', ticket: named }
  const id = textAt(answer, 'id')
  if (id === null || id === '' || id.length > 100) throw malformed(call)
  return { state: 'accepted', ticket: `${account.baseUrl}/get_result?id=${encodeURIComponent(id)}` }
}

const isOwnHost = ({ protocol, host }: URL) => protocol === 'https:' && /(^|\.)bfl\.ai$/.test(host)

/** Trusted are the host that we submit to and, from one of BFL's own, the others: each of their clusters knows only its own tasks. */
function isTrusted(address: string, { baseUrl }: Account): boolean {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return false
  const base = new URL(baseUrl)
  return url.origin === base.origin || (isOwnHost(url) && isOwnHost(base))
}

/**
 * Moderation results come with status 200 too. An unknown status means that the task goes on: a new name for a step of
 * the work must not fail a job that will be delivered. Its deadline ends it otherwise.
 */
function checkOf(call: MediaCall, answer: unknown): MediaCheck {
  const status = textAt(answer, 'status') ?? textAt(answer, 'state')
  switch (status) {
    case null:
      throw malformed(call)
    case 'Ready': {
      const url = textAt(answer, 'result', 'sample')
      if (url === null || url === '') return { state: 'failed', reason: 'gone', code: 'no_picture' }
      return { state: 'finished', outputs: [{ kind: 'link', url }] }
    }
    case 'Request Moderated':
      return { state: 'failed', reason: 'moderated', code: 'request_moderated' }
    case 'Content Moderated':
      return { state: 'failed', reason: 'moderated', code: 'content_moderated' }
    case 'Task not found':
      return { state: 'failed', reason: 'gone', code: 'task_not_found' }
    case 'Error':
    case 'Failed':
      return { state: 'failed', reason: 'failed', code: 'error' }
    case 'Pending':
    default:
      return { state: 'running', progress: shareAt(answer, 'progress') }
  }
}
