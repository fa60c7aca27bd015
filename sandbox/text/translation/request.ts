// The request of a client that has texts translated: it says so in its instructions and sends them as JSON.
import { isObject, parseJson } from '../../json.ts'
import { englishOf } from './english.ts'
import type { TextRequest } from '../upstream.ts'

/** The texts by key; null when something else is asked. */
function textsOf({ body, conversation }: TextRequest): Record<string, string> | null {
  const { instructions } = body
  if (typeof instructions !== 'string' || !/\btranslate\b.*\binto English\b/is.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  if (!isObject(sent)) return null
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** Whether the words of the prompt are texts to translate, and mean nothing to the one who translates them. */
export const isTranslation = (request: TextRequest): boolean => textsOf(request) !== null

/** The same JSON in English; null when something else is asked. */
export function translate(request: TextRequest): string | null {
  const texts = textsOf(request)
  if (texts === null) return null
  const translated = Object.entries(texts).map(([key, text]) => [key, englishOf(text)])
  return JSON.stringify(Object.fromEntries(translated))
}
