// Google's video model over the Interactions API: an interaction runs in the background and is polled.
import type { Account } from '../http/connection.ts'
import { growingPause } from './check-pause.ts'
import { ProviderFailure } from '../http/failure.ts'
import { textAt } from '../http/fields.ts'
import {
  blockedCodes,
  checkOfInteraction,
  errorCodeOfGoogle,
  googleWordings,
  waitSecondsOfGoogle
} from './google-interaction.ts'
import { callForJsonFiles, malformed, quickTimeoutMs } from '../http/upstream-call.ts'
import type { MediaCall, MediaOptions } from '../http/upstream-call.ts'
import { promptOf } from './prompt.ts'
import { notTaken, refusalOf } from './refusal.ts'
import type { MediaOutput, MediaProvider, MediaRequest } from './media.ts'

const startTimeoutMs = 60_000
// A wrong key gives status 400, as a wrong field does.
const wrongKeyCode = 'API_KEY_INVALID'

/** The ticket is the interaction's id. */
export const googleVideoProvider = (account: Account, options: MediaOptions = {}): MediaProvider => ({
  startTimeoutMs,
  async start(request, signal) {
    try {
      const call = submission(account, request)
      const { body, files } = await ask(call, signal, options)
      const ticket = textAt(body, 'id')
      if (ticket === null || ticket === '') throw malformed(call)
      const check = checkOfInteraction(body, files, (url) => linkTo(url, account))
      return check === null || check.state === 'running' ? { state: 'accepted', ticket } : check
    } catch (error) {
      return refusalOf(error, blockedCodes)
    }
  },
  async check(ticket, signal) {
    const call = inquiry(account, ticket)
    try {
      const { body, files } = await ask(call, signal, options)
      const check = checkOfInteraction(body, files, (url) => linkTo(url, account))
      if (check === null) throw malformed(call)
      return check
    } catch (error) {
      if (isUnknownInteraction(error)) return { state: 'failed', reason: 'gone', code: error.code }
      if (!(error instanceof ProviderFailure) || error.kind !== 'too-large') throw error
      return { state: 'failed', reason: error.kind, code: error.code }
    }
  },
  secondsBeforeCheck: growingPause(4),
  async cancel(ticket, signal) {
    const { url, ...rest } = inquiry(account, ticket)
    try {
      const { body } = await ask({ ...rest, url: `${url}/cancel`, method: 'POST' }, signal, options)
      return textAt(body, 'status') === 'cancelled'
    } catch (error) {
      // The interaction has ended or does not exist.
      if (isUnknownInteraction(error)) return false
      throw error
    }
  }
})

/** A video is requested as a link, but a small one may come inside the response. */
async function ask(call: MediaCall, signal: AbortSignal, options: MediaOptions) {
  try {
    return await callForJsonFiles(call, signal, options)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.code !== wrongKeyCode) throw error
    const { status, requestId, code } = error
    throw new ProviderFailure(call.provider, { kind: 'unauthorized', retryable: false, status, requestId, code })
  }
}

/** Such a call has no input but the id, so a rejection means an unknown id; Google answers 400. */
const isUnknownInteraction = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure &&
  ['rejected', 'model-gone'].includes(error.kind) &&
  [400, 404].includes(error.status ?? 0)

const submission = (account: Account, request: MediaRequest): MediaCall => ({
  ...callTo(account, 'interactions'),
  body: bodyOf(account.supplier, request),
  timeoutMs: startTimeoutMs
})

const inquiry = (account: Account, ticket: string): MediaCall => ({
  ...callTo(account, `interactions/${encodeURIComponent(ticket)}`),
  method: 'GET',
  timeoutMs: quickTimeoutMs
})

const callTo = ({ supplier, baseUrl, apiKey }: Account, path: string) => ({
  provider: supplier,
  url: `${baseUrl}/${path}`,
  headers: { 'x-goog-api-key': apiKey },
  codeOf: errorCodeOfGoogle,
  waitSecondsOf: waitSecondsOfGoogle,
  wordings: googleWordings
})

/**
 * Without `background` the call would last until the video is finished.
 * @throws ProviderFailure for an unknown option, which means that the catalogue offers too much
 */
function bodyOf(supplier: string, { model, options }: MediaRequest) {
  const { prompt: _, promptSuffix: __, aspectRatio, quality, duration, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw notTaken(supplier, unknown)
  return {
    model,
    input: promptOf(options),
    background: true,
    response_format: {
      type: 'video',
      delivery: 'uri',
      ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
      ...(quality !== undefined && { resolution: quality }),
      ...(duration !== undefined && { duration })
    }
  }
}

/** The file requires our key, which is sent only to the host that we submit to. */
function linkTo(address: string, { baseUrl, apiKey }: Account): MediaOutput {
  const url = URL.parse(address)
  if (url?.origin !== new URL(baseUrl).origin) return { kind: 'link', url: address }
  // Without `alt=media` the response would be the file's metadata.
  url.searchParams.set('alt', 'media')
  return { kind: 'link', url: url.href, headers: { 'x-goog-api-key': apiKey } }
}
