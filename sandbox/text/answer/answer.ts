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
  const searched = searchedText(request, fault, unknownWord)
  const full = searched.text
  const limit = request.maxTokens ?? Infinity
  const thinkingTokens = Math.min(refusing ? 0 : request.thinkingTokens, limit)
  const text = cutToTokens(full, limit - thinkingTokens)
  const complete = text === full
  const search = searched.search && cutSearch(searched.search, text.length)
  return {
    id: crypto.randomUUID().replaceAll('-', ''),
    kind: refusing ? 'refusal' : 'text',
    text,
    complete,
    inputTokens: request.inputTokens + (search ? SEARCH_INPUT_TOKENS : 0),
    outputTokens: complete ? thinkingTokens + countTokens(text) : limit,
    thinkingTokens,
    thinking: thinkingTokens > 0 ? thoughtsOn(request) : '',
    search,
    createdAt: Math.floor(now / 1000)
  }
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
  const remark =
    unknownWord === null ? '' : `Слово сбоя ${unknownWord} песочнице незнакомо: список на её главной странице.`
  return composeAnswer(request.conversation, remark)
}
