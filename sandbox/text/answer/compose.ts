import { hashOf, splitWords } from '../../base/words.ts'
import type { Conversation } from './conversation.ts'
import { topic } from './topic.ts'

const PARAPHRASE_CHARACTERS = 90
const MAX_WORDS = 20_000

/**
 * Writes the answer; the same conversation gets the same one. Words in the prompt choose the length: «кратко»,
 * «подробно», «500 слов»; «таблица» and «код» choose what a medium answer contains.
 */
export function composeAnswer(
  { prompt, earlierMessages, seen = [], seenBefore = [] }: Conversation,
  remark = ''
): string {
  const seed = hashOf(prompt)
  const opening = [
    remark,
    openingFor(prompt, seed),
    ...seen.map((file) => `Вижу ${file}.`),
    historyRemark(earlierMessages),
    ...seenBefore.map((file) => `Раньше: ${file}.`)
  ]
    .filter(Boolean)
    .join(' ')
  const words = Number(/(\d{2,5})\s+слов/i.exec(prompt)?.[1] ?? 0)
  if (words > 0) return answerOfWords(opening, Math.min(words, MAX_WORDS))
  if (/кратк|коротк|в двух словах/i.test(prompt)) return `${opening} ${topic.summary}`
  if (/подробн|развёрнут|детальн/i.test(prompt)) return `${opening}\n\n${wholeTopic()}`
  return `${opening}\n\n${middleAnswer(prompt, seed)}`
}

/** The prompt on one line, cut at a word. Quoted in the answer to show that this request arrived. */
export function paraphrase(prompt: string): string {
  const line = prompt
    .replace(/\[сбой:[^\]]*\]/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= PARAPHRASE_CHARACTERS) return line
  const cut = line.slice(0, PARAPHRASE_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

function openingFor(prompt: string, seed: number): string {
  const quoted = `«${paraphrase(prompt)}»`
  const openings = [`Отвечаю на запрос ${quoted}.`, `Вы спросили: ${quoted}.`, `Разберём запрос ${quoted}.`]
  return openings[seed % openings.length] ?? ''
}

function historyRemark(earlierMessages: number): string {
  return earlierMessages > 0 ? `Вижу предыдущих сообщений: ${earlierMessages}.` : ''
}

function middleAnswer(prompt: string, seed: number): string {
  const wantsTable = /таблиц|сравн/i.test(prompt)
  const wantsCode = /код|функци|python|sql|typescript|пример/i.test(prompt)
  const neither = !wantsTable && !wantsCode
  return join([
    `## ${topic.title}`,
    topic.intro,
    ...mainPoints(),
    ...(wantsCode || (neither && seed % 2 === 0) ? code() : []),
    ...(wantsTable || (neither && seed % 2 === 1) ? table() : []),
    topic.closing
  ])
}

function wholeTopic(): string {
  return join([
    `## ${topic.title}`,
    topic.intro,
    ...mainPoints(),
    ...code(),
    ...table(),
    '### Подробнее по пунктам',
    ...topic.points.map((point) => `#### ${point.term}\n\n${point.detail}`),
    '### Порядок действий',
    topic.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    '### Частые ошибки',
    topic.pitfalls.map((pitfall) => `- ${pitfall}`).join('\n'),
    '### Итог',
    topic.closing
  ])
}

function answerOfWords(opening: string, count: number): string {
  const words = splitWords(`${opening}\n\n`)
  while (words.length < count) words.push(...splitWords(`${wholeTopic()}\n\n`))
  return words.slice(0, count).join('').trimEnd()
}

function mainPoints(): string[] {
  return ['### Главное', topic.points.map((point) => `- **${point.term}**: ${point.short}`).join('\n')]
}

function code(): string[] {
  const { lead, language, text } = topic.code
  return ['### Пример', lead, `\`\`\`${language}\n${text}\n\`\`\``]
}

function table(): string[] {
  const { lead, rows } = topic.table
  const [head = [], ...body] = rows
  const lines = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
  return ['### Сравнение', lead, lines.join('\n')]
}

function join(blocks: readonly string[]): string {
  return blocks.join('\n\n')
}
