import { callsFor, sampleOf, wordIn, type PlannedCall } from './calls.ts'
import { composeAnswer, paraphrase } from './compose.ts'
import { answerOwn } from './own-requests.ts'
import { SEARCH_INPUT_TOKENS, wantsSearch, withSearch, type Search } from './search.ts'
import { countTokens, cutToTokens } from '../../base/words.ts'
import type { TextFault } from '../../base/faults.ts'
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
  /** What the model thinks; empty when it does not. */
  thinking: string
  /** What it searched for; null: it did not. */
  search: Search | null
  /** What it calls in place of a text. */
  calls: readonly PlannedCall[]
  /** The caller's text that ended the answer. */
  stoppedBy: string | null
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
  const id = crypto.randomUUID().replaceAll('-', '')
  const refusing = fault === 'refusal' || fault === 'moderation'
  const calls = refusing || fault === 'empty' ? [] : callsFor(request.offer, request.conversation, id)
  const searched = calls.length > 0 ? { text: '', search: null } : searchedText(request, fault, unknownWord)
  const { text: full, stoppedBy } = stoppedText(searched.text, request.stops)
  const limit = request.maxTokens ?? Infinity
  const thinkingTokens = Math.min(refusing ? 0 : request.thinkingTokens, limit)
  const text = cutToTokens(full, limit - thinkingTokens)
  const complete = text === full
  const search = searched.search && cutSearch(searched.search, text.length)
  return {
    id,
    kind: refusing ? 'refusal' : 'text',
    text,
    complete,
    inputTokens: request.inputTokens + (search ? SEARCH_INPUT_TOKENS : 0),
    outputTokens: complete ? thinkingTokens + countTokens(text + calls.map((call) => call.arguments).join('')) : limit,
    thinkingTokens,
    thinking: thinkingTokens > 0 ? thoughtsOn(request) : '',
    search,
    calls,
    stoppedBy: complete ? stoppedBy : null,
    createdAt: Math.floor(now / 1000)
  }
}

/** The text up to the first of the caller's texts in it. */
function stoppedText(text: string, stops: readonly string[]): { text: string; stoppedBy: string | null } {
  const found = stops.filter((stop) => stop !== '' && text.includes(stop))
  const [first] = found.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))
  return first === undefined
    ? { text, stoppedBy: null }
    : { text: text.slice(0, text.indexOf(first)), stoppedBy: first }
}

const thoughtsOn = ({ conversation }: TextRequest): string =>
  `Разбираю вопрос: ${paraphrase(conversation.prompt)}\n\nСначала вспомню главное, затем соберу ответ по порядку и проверю, всё ли сказано.`

function searchedText(request: TextRequest, fault: TextFault | null, unknownWord: string | null) {
  const text = fullText(request, fault, unknownWord)
  const { search, conversation } = request
  const searches = search !== null && text !== '' && fault !== 'refusal' && wantsSearch(conversation)
  return searches ? withSearch(text, conversation, search.linkOf) : { text, search: null }
}

/** Without the citations that the output limit cut off. */
const cutSearch = (search: Search, length: number): Search => ({
  ...search,
  citations: search.citations.filter(({ end }) => end <= length)
})

function fullText(request: TextRequest, fault: TextFault | null, unknownWord: string | null): string {
  if (fault === 'empty' || fault === 'moderation') return ''
  if (fault === 'refusal') return REFUSAL_TEXT
  const asked = answerOwn(request)
  if (asked !== null) return asked
  const { prompt, results = [] } = request.conversation
  if (request.format) return JSON.stringify(sampleOf(request.format, wordIn(prompt)))
  if (results.length > 0) return `Инструмент ответил: ${results.map((result) => `«${result}»`).join(', ')}.`
  const remark =
    unknownWord === null ? '' : `Слово сбоя ${unknownWord} песочнице незнакомо: список на её главной странице.`
  return composeAnswer(request.conversation, remark)
}
