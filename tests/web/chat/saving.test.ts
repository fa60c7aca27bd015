// A conversation as files: Markdown, JSON and Word.
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { docxOf } from '../../../web/src/chat/saving/docx-file.ts'
import { fileNameOf, type SavedChat, savedMessages } from '../../../web/src/chat/saving/saved-chat.ts'
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

const xmlOf = async (saved: SavedChat): Promise<Record<string, string>> => {
  const bytes = new Uint8Array(await (await docxOf(saved)).arrayBuffer())
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, strFromU8(file)]))
}

test('Markdown has the title, who said what, and the texts as they are', () => {
  const text = markdownOf(chat('Море <img src=x onerror=alert(1)>\n# и *горы*'))
  expect(text).toMatch(/^# Море \\<img src=x onerror=alert\(1\)\\> \\# и \\\*горы\\\*\n/)
  expect(text).toContain('**Вы** · ')
  expect(text).toContain(`**GPT-4o** · `)
  expect(text).toContain(answer)
  expect(text.split('\n---\n')).toHaveLength(3)
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

test('a Word document has headings, lists, code, tables and marks, and links only where the page has them', async () => {
  const files = await xmlOf(chat('Море & «горы»'))
  const xml = files['word/document.xml']!
  expect(new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')).toBeNull()
  expect(xml).toContain('Море &amp; «горы»')
  expect(xml).toMatch(/<w:pStyle w:val="Heading3"\/>.*?Итог/)
  expect(xml).toMatch(/<w:b\/>.*?>жирное</)
  expect(xml).toMatch(/<w:i\/>.*?>курсив</)
  expect(xml).toMatch(/Consolas.*?>код</)
  expect(xml).toContain('const a = 1 &lt; 2')
  expect(xml).toContain('цитата &lt;b&gt;не HTML&lt;/b&gt;')
  expect(xml).toContain('☑ ')
  expect(xml.match(/<w:tc>/g)).toHaveLength(4)
  expect(xml.match(/<w:numPr>/g)!.length).toBeGreaterThanOrEqual(4)
  const links = files['word/_rels/document.xml.rels']!
  expect(links).toContain('https://example.org/a?b=1&amp;c=2')
  expect(links).not.toContain('javascript')
  expect(xml).toContain('плохая')
})

const documentOf = async (saved: SavedChat): Promise<string> => {
  const xml = (await xmlOf(saved))['word/document.xml']!
  expect(new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')).toBeNull()
  return xml
}

test('a Word document has formulas as their source, and footnotes at the end of their answer', async () => {
  const text = 'По формуле $E = mc^2$ так[^a].\n\n[^a]: Эйнштейн, **1905**\n\n$$\\frac{1}{2} < x$$\n\n- и \\(a_1\\)'
  const xml = await documentOf(chat('Физика', text))
  expect(xml).not.toContain('[object Object]')
  expect(xml).toMatch(/Consolas[^<]*<?.*?>E = mc\^2</)
  expect(xml).toContain('\\frac{1}{2} &lt; x')
  expect(xml).toContain('>a_1<')
  expect(xml).toMatch(/<w:vertAlign w:val="superscript"\/>.*?>\[a\]</)
  expect(xml.indexOf('Эйнштейн')).toBeGreaterThan(xml.indexOf('a_1'))
  expect(xml).toMatch(/>\[a\] <.*Эйнштейн, /)
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

test('files are named, and sources are listed, in Markdown and Word', async () => {
  const text = markdownOf(rich)
  expect(text).toContain('Файл: снимок\\_1.png\n\nФайл: a.pdf\n\nЧто тут?')
  expect(text).toContain('**Источники**\n\n1. [О \\[море\\]](<https://sea.example/a%20b>)')
  const files = await xmlOf(rich)
  const xml = files['word/document.xml']!
  for (const part of ['Файл: снимок_1.png', 'Файл: a.pdf', 'Источники', 'О [море]']) expect(xml).toContain(part)
  expect(files['word/_rels/document.xml.rels']).toContain('https://sea.example/a%20b')
})

test('JSON has the names of files, the sources and the thinking', () => {
  const { messages } = JSON.parse(jsonOf(rich)) as { messages: unknown[] }
  expect(messages).toMatchObject([
    { files: ['снимок_1.png', 'a.pdf'] },
    { sources: rich.messages[1]!.sources, thinking: 'Вода' }
  ])
})

test('characters that XML has not are left out of a document, and depth does not break it', async () => {
  const xml = (await xmlOf(chat('a\u0000b\ud800', `x\u0008y\n\n${'>'.repeat(300)} глубоко`)))['word/document.xml']!
  expect(new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')).toBeNull()
  expect(xml).toContain('глубоко')
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
  const message = {
    id: 1,
    role: 'assistant' as const,
    content: '',
    model: 'gpt-4o',
    created_at: at,
    operation_id: null,
    outcome: null,
    upstream_model: null,
    thinking: null,
    sources: [],
    billing: null,
    parent_id: null,
    versions: [],
    answering: null
  }
  const saved = savedMessages([message, { ...message, content: 'Да' }, { ...message, content: 'Нет', model: 'gpt-4' }])
  expect(saved.map(({ content, model }) => [content, model])).toEqual([
    ['Да', 'GPT-4o'],
    ['Нет', 'gpt-4']
  ])
})
