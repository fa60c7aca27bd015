import { composeAnswer } from './compose.ts'
import { titleFor } from './title.ts'
import { translate } from './translation/request.ts'
import { countTokens, cutToTokens } from './words.ts'
import type { TextFault } from '../faults.ts'
import type { TextRequest } from './upstream.ts'

const REFUSAL_TEXT = 'Извините, я не могу помочь с этой просьбой. Давайте попробуем сформулировать её иначе.'

/** An answer, independent of any upstream's wire format. */
export interface Answer {
  id: string
  kind: 'text' | 'refusal'
  /** Empty when the answer has no text at all. */
  text: string
  /** False when the output limit cut the text. */
  complete: boolean
  inputTokens: number
  /** Includes thinking. */
  outputTokens: number
  thinkingTokens: number
  /** Seconds since the epoch. */
  createdAt: number
}

/** Composes the answer. @param unknownWord an unknown fault word in the prompt; the answer then reports it */
export function planAnswer(
  request: TextRequest,
  fault: TextFault | null,
  unknownWord: string | null,
  now: number
): Answer {
  const refusing = fault === 'refusal' || fault === 'moderation'
  const full = fullText(request, fault, unknownWord)
  const limit = request.maxTokens ?? Infinity
  const thinkingTokens = Math.min(refusing ? 0 : request.thinkingTokens, limit)
  const text = cutToTokens(full, limit - thinkingTokens)
  const complete = text === full
  return {
    id: crypto.randomUUID().replaceAll('-', ''),
    kind: refusing ? 'refusal' : 'text',
    text,
    complete,
    inputTokens: request.inputTokens,
    outputTokens: complete ? thinkingTokens + countTokens(text) : limit,
    thinkingTokens,
    createdAt: Math.floor(now / 1000)
  }
}

function fullText(request: TextRequest, fault: TextFault | null, unknownWord: string | null): string {
  if (fault === 'empty' || fault === 'moderation') return ''
  if (fault === 'refusal') return REFUSAL_TEXT
  const asked = translate(request) ?? titleFor(request)
  if (asked !== null) return asked
  const remark =
    unknownWord === null ? '' : `Слово сбоя ${unknownWord} песочнице незнакомо: список на её главной странице.`
  return composeAnswer(request.conversation, remark)
}
