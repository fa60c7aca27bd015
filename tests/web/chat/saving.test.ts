// A conversation as files: Markdown and JSON.
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { fileNameOf, type SavedChat, savedMessages } from '../../../web/src/chat/saving/saved-chat.ts'
import { completed } from '../jobs-sample.ts'
import { messageOf } from './chat-server.ts'
import { jsonOf, markdownOf } from '../../../web/src/chat/saving/text-files.ts'

const at = Date.UTC(2026, 10, 22, 9, 30)
const answer = [
  '# Итог',
  'Вот **жирное**, *курсив*, `код` и [ссылка](https://example.org/a?b=1&c=2), [плохая](javascript:alert(1)).',
  '1. раз\n2. два\n   - внутри',
  '- [x] сделано',
  '> цитата <b>не HTML</b>',
  '```js\nconst a = 1 < 2\n```',
  '| А | Б |\n|---|---|\n| 1 | **2** |'
].join('\n\n')

const nothing = { files: [], sources: [], thinking: null }

const chat = (title: string, content = answer): SavedChat => ({
  title,
  savedAt: at,
  messages: [
    { ...nothing, role: 'user', content: 'Вопрос?\n<script>alert(1)</script>', model: null, at },
    { ...nothing, role: 'assistant', content, model: 'GPT-4o', at }
  ]
})

test('Markdown has the title, who said what, and the texts as they are', () => {
  const text = markdownOf(chat('Море <img src=x onerror=alert(1)>\n# и *горы*'))
  expect(text).toMatch(/^# Море \\<img src=x onerror=alert\(1\)\\> \\# и \\\*горы\\\*\n/)
  expect(text).toContain('**Вы** · ')
  expect(text).toContain(`**GPT-4o** · `)
  expect(text).toContain(answer)
  expect(text.split('\n---\n')).toHaveLength(3)
})

const tick = '`'.repeat(3)
const tilde = '~'.repeat(3)

test.each([
  ['code', `Так:\n\n${tick}ts\nlet a = 2`, `\n${tick}`],
  ['code whose end has only begun', `${tick}ts\nlet a = 2\n${tick.slice(1)}`, `\n${tick}`],
  ['code in tildes', `${tilde}\n${tick}\na\n${tick}`, `\n${tilde}`],
  ['code in a longer fence', `${tick}${tick}md\n${tick}\na\n${tick}`, `\n${tick}${tick}`],
  ['code after a list', `- раз\n\n${tick}\nа`, `\n${tick}`],
  ['a formula', 'Так:\n\n$$\n\\frac{a}{b', '\n$$'],
  ['a formula with a gap', '$$\na\n\nb', '\n$$'],
  ['a formula in a line', 'Так: $$\\frac{a}{b', '$$'],
  ['a formula in brackets', '\\[\na', '\n\\]'],
  ['a comment', 'Так\n\n<!-- раз\n\nдва', '\n-->'],
  ['HTML', '<PRE>\nраз', '\n</pre>'],
  ['nothing, but has ended code', `${tick}\na\n${tick}\n\nи`, ''],
  ['nothing, but has a fence in code', `${tick}${tick}\n${tick}\n${tick}${tick}`, ''],
  ['a class of prices', 'От $5 и до $$', ''],
  ['nothing, but has ended formulas', '$$\na\n\nb\n$$\n\n$$c$$ и \\[d\\]', ''],
  ['nothing, but has ended HTML', '<!-- a -->\n\n<pre>\n\na</pre> `<!--`', ''],
  ['code in a list, which ends with it', `- раз\n  ${tick}js\n  a`, ''],
  ['code in a quote, which ends with it', `> ${tick}js\n> a`, ''],
  ['a formula in a list, which ends with it', '- раз\n  $$\n  a', '']
])('in Markdown, a message that leaves open %s has no effect on the next', (_, content, end) => {
  const text = markdownOf({
    title: 'Море',
    savedAt: at,
    messages: [
      { ...nothing, role: 'user', content, model: null, at },
      { ...nothing, role: 'assistant', content, model: 'GPT-4o', at }
    ]
  })
  expect(text).toContain(`\n\n${content}${end}\n\n---\n\n**GPT-4o**`)
  expect(text.endsWith(`\n\n${content}${end}\n`)).toBe(true)
  const tree = unified().use(remarkParse).parse(text)
  const rules = tree.children.filter(({ type }) => type === 'thematicBreak')
  expect(rules).toHaveLength(2)
})

test.each([
  ['Да.\n\n- это **важно ', 'Да.\n\n- это **важно**'],
  ['см. [сайт](https://si', 'см. сайт'],
  ['так: `a', 'так: `a`'],
  [`${tick}js\na **b`, `${tick}js\na **b\n${tick}`]
])('in Markdown, the marks that an answer without an end leaves open are closed: %j', (content, closed) => {
  const [saved] = savedMessages([messageOf(2, 'assistant', { content, outcome: 'stopped' })])
  expect(markdownOf({ title: 'Море', savedAt: at, messages: [saved!] }).endsWith(`\n\n${closed}\n`)).toBe(true)
})

test('in Markdown, the first line keeps its indentation', () => {
  expect(markdownOf(chat('Код', '\n    a = 1\n\n'))).toContain('\n\n    a = 1\n')
})

test('JSON is read by programs', () => {
  expect(JSON.parse(jsonOf(chat('Море')))).toEqual({
    title: 'Море',
    saved_at: '2026-11-22T09:30:00.000Z',
    messages: [
      { role: 'user', created_at: '2026-11-22T09:30:00.000Z', content: 'Вопрос?\n<script>alert(1)</script>' },
      { role: 'assistant', model: 'GPT-4o', created_at: '2026-11-22T09:30:00.000Z', content: answer }
    ]
  })
})

const rich: SavedChat = {
  title: 'Море',
  savedAt: at,
  messages: [
    { ...nothing, role: 'user', content: 'Что тут?', model: null, at, files: ['снимок_1.png', 'a.pdf'] },
    {
      role: 'assistant',
      content: 'Море [1](https://sea.example/a%20b)',
      model: 'GPT-4o',
      at,
      files: [],
      sources: [{ url: 'https://sea.example/a%20b', title: 'О [море]' }],
      thinking: 'Вода'
    }
  ]
}

test('files are named, and sources are listed, in Markdown', () => {
  const text = markdownOf(rich)
  expect(text).toContain('Файл: снимок\\_1.png\n\nФайл: a.pdf\n\nЧто тут?')
  expect(text).toContain('**Источники**\n\n1. [О \\[море\\]](<https://sea.example/a%20b>)')
})

test('JSON has the names of files, the sources and the thinking', () => {
  const { messages } = JSON.parse(jsonOf(rich)) as { messages: unknown[] }
  expect(messages).toMatchObject([
    { files: ['снимок_1.png', 'a.pdf'] },
    { sources: rich.messages[1]!.sources, thinking: 'Вода' }
  ])
})

test.each([
  ['Обычный чат', 'Обычный чат.md'],
  ['../../etc/passwd', 'etc passwd.md'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
  ['con', 'Чат con.md'],
  ['  ...  ', 'Чат.md'],
  ['\u202Egpj.exe\u0000', 'gpj.exe.md'],
  ['я'.repeat(300), `${'я'.repeat(80)}.md`]
])('%j is the file %j', (title, name) => {
  expect(fileNameOf(title, 'md')).toBe(name)
})

test('what failed without a text is not saved, and models and files have their names', () => {
  const message = messageOf(1, 'assistant', { content: '', model: 'gpt-4o' })
  const saved = savedMessages([message, { ...message, content: 'Да' }, { ...message, content: 'Нет', model: 'gpt-4' }])
  expect(saved.map(({ content, model }) => [content, model])).toEqual([
    ['Да', 'GPT-4o'],
    ['Нет', 'gpt-4']
  ])
})

test('what an answer proposes stands below it in words', () => {
  const proposing = messageOf(2, 'assistant', {
    content: 'Вот так:',
    proposals: [{ kind: 'film', prompt: 'Кот\nбежит' }]
  })
  expect(savedMessages([proposing]).map(({ content }) => content)).toEqual([
    'Вот так:\n\nПредложено: видео «Кот бежит»'
  ])
})

test('a card is what it is and of what, and of its tool', () => {
  const card = messageOf(2, 'assistant', { content: 'Картинка', works: [completed({ service: 'flux' })] })
  const gone = messageOf(3, 'assistant', { content: 'Видео', works: [] })
  expect(savedMessages([card, gone]).map(({ content, model }) => [model, content])).toEqual([
    ['Flux', 'Картинка: Кот на крыше'],
    ['GPT-4o mini', 'Видео: работа удалена']
  ])
})

test('a saved answer says what the model has proposed', () => {
  const proposals = [{ kind: 'picture' as const, prompt: 'Кот на окне' }]
  const [saved] = savedMessages([messageOf(1, 'assistant', { content: 'Предлагаю сделать так:', proposals })])
  expect(saved?.content).toBe('Предлагаю сделать так:\n\nПредложено: картинка «Кот на окне»')
})
