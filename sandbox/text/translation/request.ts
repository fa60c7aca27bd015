// Recognises the product's translation requests: the instructions ask for a translation, the prompt is JSON.
import { isObject, parseJson } from '../../json.ts'
import { englishOf } from './english.ts'
import type { TextRequest } from '../upstream.ts'

/** The texts to translate, by key; null for any other request. */
function textsOf({ body, conversation }: TextRequest): Record<string, string> | null {
  const { instructions } = body
  if (typeof instructions !== 'string' || !/\btranslate\b.*\binto English\b/is.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  if (!isObject(sent)) return null
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** Whether the prompt is to be translated, so that fault words in it have no effect. */
export const isTranslation = (request: TextRequest): boolean => textsOf(request) !== null

/** The same JSON in English; null for any other request. */
export function translate(request: TextRequest): string | null {
  const texts = textsOf(request)
  if (texts === null) return null
  const translated = Object.entries(texts).map(([key, text]) => [key, englishOf(text)])
  return JSON.stringify(Object.fromEntries(translated))
}
