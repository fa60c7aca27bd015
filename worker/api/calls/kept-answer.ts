// What is kept of a call that a client may repeat, and how a repetition gets it.
import { keptLengthMax, type RepeatedCall } from '#durable-objects/metering/calls.ts'
import type { ChatPiece } from '#providers/chat/provider.ts'
import { parsedJson } from '#providers/http/fields.ts'
import { ApiError, apiRefusalOf } from '../base/errors.ts'
import type { EndOfCall } from './model-call.ts'

/** Text and arguments that follow each other are one piece: an answer has thousands of deltas. */
function joined(last: ChatPiece | undefined, next: ChatPiece): ChatPiece | null {
  if (!last || !('text' in last) || !('text' in next) || last.type !== next.type) return null
  if ('index' in last && 'index' in next && last.index !== next.index) return null
  return { ...last, text: last.text + next.text }
}

/** Collects an answer while it is passed on. */
export class KeptAnswer {
  readonly #pieces: ChatPiece[] = []
  #length = 0

  add(piece: ChatPiece): void {
    const both = joined(this.#pieces.at(-1), piece)
    this.#length += both && 'text' in piece ? JSON.stringify(piece.text).length - 2 : JSON.stringify(piece).length
    if (this.#length > keptLengthMax) return
    if (both) this.#pieces[this.#pieces.length - 1] = both
    else this.#pieces.push(piece)
  }

  /** For `EndCallCommand`; null: too long. */
  written = (end: Pick<Kept, 'reason' | 'stopText' | 'thinkingTokens'>): string | null =>
    this.#length > keptLengthMax ? null : JSON.stringify({ ...end, pieces: this.#pieces } satisfies Kept)
}

interface Kept extends Pick<EndOfCall, 'reason' | 'stopText'> {
  pieces: ChatPiece[]
  /** Of the usage; the receipt has the rest. */
  thinkingTokens?: number | undefined
}

export const otherRequest = (): ApiError =>
  new ApiError({
    status: 422,
    type: 'invalid_request_error',
    code: 'idempotency_key_reused',
    message: 'С этим Idempotency-Key уже был другой запрос. Для нового запроса нужен новый ключ'
  })

const tooLongToKeep = (): ApiError =>
  new ApiError({
    status: 422,
    type: 'invalid_request_error',
    code: 'answer_not_kept',
    message: 'Этот запрос уже выполнен и оплачен, но ответ был слишком длинным, чтобы его сохранить',
    isFinal: true
  })

/** The first call has failed: a repetition begins anew. */
const firstFailed = (): ApiError =>
  new ApiError({
    ...apiRefusalOf({ code: 'PROVIDER_FAILED', retryAfter: 1 }),
    message: 'Первый запрос с этим Idempotency-Key не удался. Повторите его. Токены не списаны'
  })

/** Longer than a call takes. */
const waitMaxMs = 20 * 60_000
const firstPauseMs = 200
const pauseMaxMs = 2000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })

export interface Repetition {
  /** Asks what came of the first call. */
  read: () => Promise<RepeatedCall | null>
  take: (piece: ChatPiece) => void
  /** Aborted when the client leaves. */
  signal: AbortSignal
}

/** Waits for the first call and gives its answer. @throws ApiError: it has failed, or its answer was too long */
export async function repeatedAnswer({ read, take, signal }: Repetition): Promise<EndOfCall> {
  const until = Date.now() + waitMaxMs
  for (
    let pauseMs = firstPauseMs;
    Date.now() < until && !signal.aborted;
    pauseMs = Math.min(pauseMaxMs, pauseMs * 1.5)
  ) {
    const repeated = await read()
    if (!repeated) throw firstFailed()
    if (repeated.isKept) return given(repeated, take)
    await pause(pauseMs, signal)
  }
  throw signal.reason instanceof ApiError ? signal.reason : firstFailed()
}

function given({ answer, receipt }: RepeatedCall, take: Repetition['take']): EndOfCall {
  if (answer === null) throw tooLongToKeep()
  const { pieces, reason, stopText, thinkingTokens } = parsedJson(answer) as Kept
  pieces.forEach(take)
  const { costMicros, inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = receipt
  return {
    reason,
    stopText,
    billed: {
      costMicros,
      usage: {
        inputTokens,
        cachedInputTokens,
        cacheWriteTokens,
        outputTokens,
        ...(thinkingTokens !== undefined && { thinkingTokens })
      }
    }
  }
}
