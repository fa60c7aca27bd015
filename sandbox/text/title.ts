// Recognises the product's requests for the title of a chat, and writes one.
import { isObject, parseJson } from '../json.ts'
import type { TextRequest } from './upstream.ts'

const WORDS = 6

function questionOf({ body, conversation }: TextRequest): string | null {
  const instructions = body['instructions'] ?? body['system']
  if (typeof instructions !== 'string' || !/\btitle of a chat\b/i.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  return isObject(sent) && typeof sent['question'] === 'string' ? sent['question'] : null
}

/** Whether a title is asked for, so that fault words in the question have no effect. */
export const isTitleRequest = (request: TextRequest): boolean => questionOf(request) !== null

/** The question's first words, without a leading «Кратко:»; null for any other request. */
export function titleFor(request: TextRequest): string | null {
  const question = questionOf(request)
  if (question === null) return null
  const words = question
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .replace(/^\s*\p{L}+:\s*/u, '')
    .match(/[\p{L}\p{N}-]+/gu)
  const [first = 'Разговор', ...more] = words ?? []
  return [first.charAt(0).toUpperCase() + first.slice(1), ...more].slice(0, WORDS).join(' ')
}
