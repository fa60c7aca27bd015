// Recognises what the product asks models for by itself: a translation, the title of a chat, a line to remember of a user, a rich
// description of a picture or a video.
import { isObject, parseJson, type JsonObject } from '../../base/json.ts'
import { englishOf } from './english.ts'
import type { TextRequest } from './upstream.ts'

const TITLE_WORDS = 6

/** Whether a translation, a title or a line to remember is asked for, so that fault words in the prompt have no effect. */
export const isOwnRequest = (request: TextRequest): boolean =>
  [textsOf(request), questionOf(request), saidIn(request)].some((found) => found !== null)

/** The answer to one of these requests; null for any other. */
export const answerOwn = (request: TextRequest): string | null =>
  translate(request) ?? titleFor(request) ?? lineToRemember(request) ?? helpWith(request)

/** The instructions of a request, where its upstream has them. */
function instructionsOf({ instructions, system, messages }: JsonObject): unknown {
  const [first]: unknown[] = Array.isArray(messages) ? messages : []
  const isSystem = isObject(first) && first['role'] === 'system'
  return instructions ?? system ?? (isSystem ? first['content'] : undefined)
}

/** The texts to translate, by key; null for any other request. */
function textsOf({ body, conversation }: TextRequest): Record<string, string> | null {
  const instructions = instructionsOf(body)
  if (typeof instructions !== 'string' || !/\btranslate\b.*\binto English\b/is.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  if (!isObject(sent)) return null
  const texts = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}

/** The same JSON in English. */
function translate(request: TextRequest): string | null {
  const texts = textsOf(request)
  if (texts === null) return null
  const translated = Object.entries(texts).map(([key, text]) => [key, englishOf(text)])
  return JSON.stringify(Object.fromEntries(translated))
}

function questionOf({ body, conversation }: TextRequest): string | null {
  const instructions = instructionsOf(body)
  if (typeof instructions !== 'string' || !/\btitle of a chat\b/i.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  return isObject(sent) && typeof sent['question'] === 'string' ? sent['question'] : null
}

/** The question's first words, without a leading «Кратко:». */
function titleFor(request: TextRequest): string | null {
  const question = questionOf(request)
  if (question === null) return null
  const words = question
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .replace(/^\s*\p{L}+:\s*/u, '')
    .match(/[\p{L}\p{N}-]+/gu)
  const [first = 'Разговор', ...more] = words ?? []
  return [first.charAt(0).toUpperCase() + first.slice(1), ...more].slice(0, TITLE_WORDS).join(' ')
}

function saidIn({ body, conversation }: TextRequest): string | null {
  const instructions = instructionsOf(body)
  if (typeof instructions !== 'string' || !/\bmay remember of its user\b/.test(instructions)) return null
  const sent = parseJson(conversation.prompt)
  return isObject(sent) && typeof sent['said'] === 'string' ? sent['said'] : null
}

/** What follows «Запомни:», else the first sentence that tells of «я», «меня» or «мой»; a hyphen when there is none. */
function lineToRemember(request: TextRequest): string | null {
  const said = saidIn(request)
  if (said === null) return null
  const sentences = said
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .replace(/(?<!\p{L})кратко:/giu, '')
    .split(/(?<=[.!?…])\s+|\n+/u)
    .map((sentence) => sentence.trim())
  const wish = /^запомни(?:те)?[:,]?\s/iu
  const wished = sentences.filter((one) => wish.test(one)).map((one) => one.replace(wish, '').trim())
  const told = sentences.filter((one) => /^(?:я|у меня|меня|мой|моя|моё|мои)\s/iu.test(one) && !one.endsWith('?'))
  const [line = '-'] = [...wished, ...told].map((one) => one.replace(/^что\s/iu, '').replace(/[.!…]$/u, ''))
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const ADDED = {
  image: [
    'Мягкий боковой свет выделяет фактуру, на заднем плане лёгкая дымка, главный предмет смещён от центра.',
    'Тёплые приглушённые цвета, вечерний свет, неглубокая резкость, много воздуха вокруг главного.',
    'Крупный план, богатые детали, контраст холодной тени и тёплого света, спокойное настроение.'
  ],
  video: [
    'Камера медленно приближается, свет меняется от холодного к тёплому, движение плавное, без склеек.',
    'Общий план, камера плывёт вбок, на переднем плане лёгкое размытие, темп спокойный.',
    'Съёмка с уровня глаз, камера следует за движением, в конце замирает на крупном плане.'
  ]
} as const

/** The idea and what it lacked. */
function helpWith({ body, conversation }: TextRequest): string | null {
  const instructions = instructionsOf(body)
  const [, thing] =
    typeof instructions === 'string'
      ? (/пишешь описание (картинки|короткого видео) для нейросети/.exec(instructions) ?? [])
      : []
  if (thing === undefined) return null
  const idea = conversation.prompt
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .trim()
    .replace(/(?<![.!…])[.!…]+$/u, '')
  const added = ADDED[thing === 'картинки' ? 'image' : 'video']
  return `${idea.charAt(0).toUpperCase()}${idea.slice(1)}. ${added[idea.length % added.length]}`
}
