// How a call of a model ends: for the meter, and for the client.
import type { RunResult } from '#durable-objects/answer/run.ts'
import type { EndCallCommand } from '#durable-objects/metering/calls.ts'
import type { ChatUsage } from '#providers/chat/provider.ts'
import { ApiError, apiRefusalOf, badRequest } from '../base/errors.ts'
import type { EndOfCall, ModelCall } from './model-call.ts'

/** It wrote as long as an answer may take. */
const isOutOfTime = ({ end, cause }: RunResult, call: ModelCall): boolean =>
  end.kind === 'failed' && cause?.kind === 'timeout' && cause.code === 'total' && call.comeCharacters > 0

/** No model counts as many; a supplier that does has counted nothing. */
const countMax = 1_000_000_000

const saneUsage = (usage: ChatUsage | null): ChatUsage | null =>
  usage && Math.max(usage.inputTokens, usage.outputTokens) <= countMax ? usage : null

type Told = Pick<EndCallCommand, 'outcome' | 'usage' | 'deliveredCharacters'>

/**
 * What is paid: what has come, and of a call that was stopped what was passed on. Who brings a model to refuse after it has written pays
 * what it wrote. An answer that may be without a word is paid as one character: a bound that leaves no word would make it free.
 */
export function toldOf(result: RunResult, call: ModelCall): Told {
  const { end } = result
  const usage = saneUsage(result.usage)
  if (end.kind === 'stopped') return { outcome: 'stopped', usage, deliveredCharacters: call.passedCharacters }
  if (isOutOfTime(result, call)) return { outcome: 'stopped', usage, deliveredCharacters: call.comeCharacters }
  if (end.kind !== 'finished') return { outcome: 'failed', usage, deliveredCharacters: 0 }
  const deliveredCharacters = call.comeCharacters || Number(call.mayBeEmpty(end.reason))
  const outcome = end.reason === 'refused' && deliveredCharacters === 0 ? 'refused' : 'complete'
  return { outcome, usage, deliveredCharacters }
}

/** What repetitions of the call get: what was paid. */
export function keptOf(
  result: RunResult,
  call: ModelCall,
  { deliveredCharacters }: Told
): Pick<EndCallCommand, 'kept'> {
  if (!call.kept || deliveredCharacters === 0 || call.signal.aborted) return {}
  const { end, usage } = result
  const thinkingTokens = usage?.thinkingTokens
  if (isOutOfTime(result, call))
    return { kept: call.kept.written({ reason: 'truncated', stopText: null, thinkingTokens }) }
  if (end.kind !== 'finished') return {}
  return { kept: call.kept.written({ reason: end.reason, stopText: end.stopText ?? null, thinkingTokens }) }
}

/** The supplier does not take the request as it is: a repetition cannot help. @param code the supplier's */
function rejected(code: string | null): ApiError {
  if (code === 'context_length_exceeded') return tooLong()
  const named = code === null ? '' : ` (${code})`
  return badRequest(`Модель не приняла такой запрос${named}. Токены не списаны`)
}

export const tooLong = (): ApiError =>
  badRequest(
    'Запрос длиннее, чем помещается в модель. Сократите переписку или файлы. Токены не списаны',
    'messages',
    'context_length_exceeded'
  )

/** What the client is told. @throws ApiError: it failed, or its key has ended */
export function endOf(result: RunResult, call: ModelCall, billed: EndOfCall['billed']): EndOfCall {
  const { end, cause } = result
  if (isOutOfTime(result, call)) return { reason: 'truncated', stopText: null, billed }
  if (end.kind === 'failed' && cause?.kind === 'rejected') throw rejected(cause.code)
  if (end.kind === 'failed') {
    const { code, retryAfterSeconds } = end.failure
    throw new ApiError(
      apiRefusalOf({ code, ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }) })
    )
  }
  const isEmpty = call.comeCharacters === 0
  if (end.kind === 'finished' && end.reason === 'refused' && isEmpty)
    throw new ApiError(apiRefusalOf({ code: 'PROVIDER_REFUSED' }))
  if (end.kind === 'finished' && isEmpty && !call.mayBeEmpty(end.reason))
    throw new ApiError(apiRefusalOf({ code: 'EMPTY_ANSWER' }))
  if (call.signal.reason instanceof ApiError) throw call.signal.reason
  if (end.kind !== 'finished') return { reason: 'complete', stopText: null, billed }
  return { reason: end.reason, stopText: end.stopText ?? null, billed }
}
