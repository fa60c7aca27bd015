// Asks a supplier for one picture with the product's own adapters, and waits for it.
import { readTranslation, textsToTranslate, translationRequest } from '#domain/translation.ts'
import { translation } from '#domain/upstreams/translation-upstream.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { openaiConnection } from '#providers/chat/environment-connections.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import type { MediaSettings } from '#providers/media/environment-connections.ts'
import { mediaAccount } from '#providers/media/environment-connections.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type {
  MediaCheck,
  MediaEnd,
  MediaOutput,
  MediaProvider,
  MediaRequest,
  MediaStart
} from '#providers/media/media.ts'
import { Refused } from './fetch-picture.ts'
import type { Order } from './makers.ts'

export interface Asking {
  media: MediaSettings
  signal: AbortSignal
  /** Milliseconds. */
  pause: (duration: number) => Promise<void>
}

/** By which suppliers recognise who asks. */
const userTag = 'gallery'
const startsMax = 4
/** Together with the pauses of the adapters a quarter of an hour and more: longer than any supplier works on a picture. */
const checksMax = 200
const graceMs = 5000

/** The order with its texts in English, where the supplier reads nothing else. @throws Refused, ProviderFailure */
async function inEnglish({ options, needsEnglish }: Order, { media, signal }: Asking): Promise<Order['options']> {
  const texts = textsToTranslate({ language: needsEnglish ? 'en' : null, options })
  if (texts === null) return options
  const { provider: _, ...model } = translation.upstream
  const { system, text } = translationRequest(texts)
  const turns = [{ role: 'user' as const, text }]
  let answer = ''
  const provider = chatProviderOf(openaiConnection(media))
  for await (const event of provider.stream({ ...model, system, turns, userTag }, signal))
    if (event.type === 'text') answer += event.text
  const english = readTranslation(answer, texts)
  if (!english) throw new Refused('the prompt could not be translated')
  return { ...options, ...english }
}

/** Starts the work; what the supplier certainly did not begin is asked for again. @throws ProviderFailure */
async function start(provider: MediaProvider, request: MediaRequest, { signal, pause }: Asking): Promise<MediaStart> {
  for (let attempt = 1; ; attempt++) {
    try {
      const timeout = AbortSignal.timeout(provider.startTimeoutMs + graceMs)
      return await provider.start(request, AbortSignal.any([signal, timeout]))
    } catch (error) {
      const isPassing = error instanceof ProviderFailure && error.retryable && !isAcceptanceUnknown(error)
      if (!isPassing || attempt === startsMax) throw error
      await pause((error.retryAfterSeconds ?? 5 * attempt) * 1000)
      signal.throwIfAborted()
    }
  }
}

async function check(provider: MediaProvider, ticket: string, signal: AbortSignal): Promise<MediaCheck | undefined> {
  try {
    return await provider.check?.(ticket, signal)
  } catch (error) {
    // It says nothing about the work.
    if (error instanceof ProviderFailure) return { state: 'running', progress: null }
    throw error
  }
}

async function ended(provider: MediaProvider, started: MediaStart, { signal, pause }: Asking): Promise<MediaEnd> {
  if (started.state !== 'accepted') return started
  for (let count = 1; count <= checksMax; count++) {
    await pause((provider.secondsBeforeCheck?.(count) ?? 5) * 1000)
    signal.throwIfAborted()
    const told = await check(provider, started.ticket, signal)
    if (told && told.state !== 'running') return told
  }
  throw new Refused('the supplier does not come to an end')
}

/** @throws Refused with the reason, or the signal's reason */
export async function ask(order: Order, files: MediaRequest['files'], asking: Asking): Promise<MediaOutput> {
  try {
    const provider = mediaProviderOf(order.provider, mediaAccount(asking.media, order.provider))
    const request = { model: order.model, options: await inEnglish(order, asking), files, userTag }
    const end = await ended(provider, await start(provider, request, asking), asking)
    if (end.state === 'failed') throw new Refused([end.reason, end.code].filter(Boolean).join(' '))
    const [first] = end.outputs
    if (!first) throw new Refused('the supplier delivered nothing')
    return first
  } catch (error) {
    asking.signal.throwIfAborted()
    if (error instanceof ProviderFailure) throw new Refused(error.message)
    throw error
  }
}
