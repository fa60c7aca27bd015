// What of a project's files a question sends, and what it adds to the price.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputTokensOf } from '#contract/catalogue/attachments.ts'
import { documentTypes } from '#contract/document-kinds.ts'
import { contextOf } from '#domain/conversation-context.ts'
import { passagesMax, passagesTokensMax, type ProjectFile, projectPartOf } from '#domain/project.ts'
import { type FoundPassage, hasPages, pageAt, partAround, shownPassages, shownWhole } from '#domain/project-texts.ts'

const file = (id: string, more: Partial<ProjectFile> = {}): ProjectFile => ({
  id,
  name: `${id}.pdf`,
  kind: 'document',
  type: documentTypes.pdf,
  size: 1000,
  width: null,
  height: null,
  textLength: 1000,
  inputTokens: 400,
  state: 'ready',
  ...more
})

const plain = { type: 'text/plain' }

const question = { contextTokens: null, outputTokensMax: 4000, prompt: '', files: [], besideLength: 0 }

describe('a question', () => {
  test.each([
    ['no file', [], { kind: 'none', tokens: 0 }],
    ['files that are not read', [file('a', { state: 'waiting' }), file('b', { state: 'failed' })], { kind: 'none' }],
    ['two small files', [file('a'), file('b')], { kind: 'all', tokens: 1 }],
    [
      '200,000 tokens',
      [file('a', { ...plain, inputTokens: 150_000 }), file('b', { ...plain, inputTokens: 50_000 })],
      { kind: 'all', tokens: 67 }
    ],
    [
      'more tokens',
      [file('a', { ...plain, inputTokens: 150_000 }), file('b', { ...plain, inputTokens: 50_001 })],
      { kind: 'passages', tokens: 3 }
    ]
  ])('sends of %s', (_, files, part) => expect(projectPartOf(files, question)).toMatchObject(part))

  test('with files of its own leaves less for those of the project', () => {
    const own = [file('own', { inputTokens: 100_000 })]
    const files = [file('a', { inputTokens: 150_000 })]
    expect(projectPartOf(files, question).kind).toBe('all')
    expect(projectPartOf(files, { ...question, files: own }).kind).toBe('passages')
  })

  test('to a model with a small context sends passages, or nothing, and they cost no more than all', () => {
    const files = [file('a', { ...plain, textLength: 20_000, inputTokens: 8000 }), file('w', { state: 'waiting' })]
    const part = (contextTokens: number) => projectPartOf(files, { ...question, contextTokens })
    expect(part(100_000)).toMatchObject({ kind: 'all', tokens: 3 })
    expect(part(32_000)).toMatchObject({ kind: 'passages', tokens: 3, lengthMax: 5500 })
    expect(part(8000)).toMatchObject({ kind: 'none', tokens: 0 })
    const small = [file('a', { textLength: 5000, inputTokens: 2000 })]
    expect(projectPartOf(small, { ...question, contextTokens: 16_000 })).toMatchObject({ kind: 'passages', tokens: 1 })
  })

  test.each([
    [60_000, 200_000, 'passages'],
    [32_000, 200_000, 'passages'],
    [128_000, 22_000, 'all']
  ])(
    'to a model of %i tokens has room for the turns before it, beside %i characters',
    (contextTokens, textLength, kind) => {
      const turns = [
        { role: 'user', text: 'Меня зовут Прохор. '.repeat(10) },
        { role: 'assistant', text: 'Хорошо. '.repeat(400) }
      ] as const
      const [asked, outputTokensMax] = ['а второй?', 8000]
      const found = [file('a', { textLength, inputTokens: textLength / 2.5 })]
      const part = projectPartOf(found, { ...question, prompt: asked, contextTokens, outputTokensMax })
      expect(part.kind).toBe(kind)
      const sent = contextOf(turns, asked, { model: { contextTokens: contextTokens - part.bytes, outputTokensMax } })
      expect(sent).toHaveLength(3)
    }
  )

  test('counts the labels of the pages, of a PDF alone', () => {
    const paged = projectPartOf([file('a', { inputTokens: 2900 })], question)
    const unpaged = projectPartOf([file('a', { ...plain, inputTokens: 2900 })], question)
    expect([paged.tokens, unpaged.tokens]).toEqual([2, 1])
    expect(paged.bytes).toBeGreaterThan(unpaged.bytes)
  })

  test('is never dearer than was told for an empty one, and always fits into the model', () => {
    const files = fc.array(
      fc.record({ textLength: fc.nat(300_000), inputTokens: fc.nat(150_000) }).map((sizes) => file('f', sizes)),
      { maxLength: 5 }
    )
    const contexts = fc.option(fc.integer({ min: 4000, max: 1_000_000 }))
    fc.assert(
      fc.property(files, contexts, fc.string({ maxLength: 3000 }), files, (found, contextTokens, prompt, own) => {
        const told = projectPartOf(found, { ...question, contextTokens })
        const real = projectPartOf(found, { ...question, contextTokens, prompt, files: own, besideLength: 500 })
        expect(real.tokens).toBeLessThanOrEqual(told.tokens)
        if (contextTokens !== null) expect(real.bytes).toBeLessThanOrEqual(contextTokens)
      })
    )
  })
})

/** The labels of pages that a model gets with a text of a PDF. */
const labelsIn = (content: string) =>
  shownWhole([file('a', { textLength: content.length })], new Map([['a', content]])).text.match(/\[стр\. [^\]]+\]/g)

const passage = (one: ProjectFile, start: number, end: number, more: Partial<FoundPassage> = {}): FoundPassage => ({
  file: one,
  page: null,
  start,
  end,
  head: null,
  ...more
})

describe('what is said to a model', () => {
  const [a, b] = [file('a'), file('b', { name: 'б "<злой>".txt', kind: 'text', type: 'text/plain' })]
  const texts = new Map([
    ['a', 'Первая.\fВторая страница.\fТретья.'],
    ['b', 'Имя\tСумма\nАнна\t5\nПётр\t7']
  ])

  test('is each file with its pages, and names each file', () => {
    const { text, read } = shownWhole([a, b], texts)
    expect(text).toContain('[стр. 2]\nВторая страница.\n[стр. 3]')
    expect(text).toContain(`<project-file name="б ''злой''.txt">`)
    expect(text).not.toContain('\f')
    expect(read).toEqual([
      { fileId: 'a', name: 'a.pdf', page: null },
      { fileId: 'b', name: 'б "<злой>".txt', page: null }
    ])
  })

  test('are the passages in the order of the files, each with its page and the head of its table', () => {
    const found = [
      passage(b, 17, 23, { head: { start: 0, end: 9 } }),
      passage(b, 10, 16, { head: { start: 0, end: 9 } }),
      passage(a, 8, 24, { page: 2 })
    ]
    const { text, read } = shownPassages({ files: [a, b], lengthMax: 16_000 }, found, texts)
    expect(text).toContain('<passage name="a.pdf" page="2">\nВторая страница.\n</passage>')
    expect(text).toContain('Имя\tСумма\nПётр\t7\n</passage>')
    expect(text.indexOf('Вторая')).toBeLessThan(text.indexOf('Анна'))
    expect(text).not.toContain('Первая')
    expect(read).toEqual([
      { fileId: 'a', name: 'a.pdf', page: 2, start: 8, end: 24 },
      { fileId: 'b', name: 'б "<злой>".txt', page: null, start: 0, end: 9 },
      { fileId: 'b', name: 'б "<злой>".txt', page: null, start: 10, end: 16 },
      { fileId: 'b', name: 'б "<злой>".txt', page: null, start: 17, end: 23 }
    ])
  })

  test('of all files is never more than was counted, however short their pages are', () => {
    const page = fc.oneof(fc.constant(''), fc.string({ maxLength: 60 }), fc.constant('Слайд о продажах'))
    const pages = fc.array(page, { minLength: 2, maxLength: 1999, size: 'max' })
    const long = fc.constant(Array.from({ length: 1999 }, (_, index) => (index < 1900 ? '' : '1'.repeat(index % 3))))
    fc.assert(
      fc.property(fc.oneof(pages, long), (parts) => {
        const joined = parts.map((part) => part.replaceAll('\f', '')).join('\f')
        const one = file('a', { textLength: joined.length, inputTokens: inputTokensOf(joined) })
        const { bytes, tokens } = projectPartOf([one], question)
        const shown = shownWhole([one], new Map([['a', joined]])).text
        expect(new TextEncoder().encode(shown).length).toBeLessThanOrEqual(bytes)
        const said = shown.slice(shown.indexOf('>') + 1)
        expect(inputTokensOf(said) - inputTokensOf('\n\n</project-file>')).toBeLessThanOrEqual(tokens * 3000)
      }),
      { numRuns: 50 }
    )
  })

  test('has no label for a page without text, and one for several where they are very short', () => {
    expect(labelsIn('раз\f \f\fчетыре')).toEqual(['[стр. 1]', '[стр. 4]'])
    const labels = labelsIn(Array.from({ length: 50 }, (_, index) => `с${index}`).join('\f'))!
    expect(labels).toHaveLength(17)
    expect([labels[0], labels[1], labels.at(-1)]).toEqual(['[стр. 1–3]', '[стр. 4–6]', '[стр. 49–50]'])
  })

  test('leaves out files without a text, and their names', () => {
    const onlyB = new Map([['b', 'Пётр']])
    expect(shownWhole([a, b], onlyB)).toMatchObject({ read: [{ fileId: 'b' }] })
    expect(shownWhole([a, b], onlyB).text).not.toContain('a.pdf')
    expect(shownWhole([a, b], new Map())).toEqual({ text: '', read: [] })
    const found = [passage(a, 0, 4), passage(b, 0, 4)]
    expect(shownPassages({ files: [a, b], lengthMax: 5000 }, found, onlyB).read.map(({ fileId }) => fileId)).toEqual([
      'b'
    ])
  })

  test('is never more than the price pays and the model has room for, and what does not fit is not named', () => {
    const long = file('long')
    const text = '7'.repeat(60_000)
    const found = Array.from({ length: 40 }, (_, index) => passage(long, index * 1500, (index + 1) * 1500))
    for (const lengthMax of [1600, 5000, 16_000]) {
      const shown = shownPassages({ files: [long], lengthMax }, found, new Map([['long', text]]))
      expect(inputTokensOf(shown.text)).toBeLessThanOrEqual(passagesTokensMax)
      expect(shown.text.length).toBeLessThan(lengthMax + 500)
      expect(shown.read.length).toBeGreaterThan(0)
      expect(shown.read.length).toBeLessThanOrEqual(passagesMax)
      expect(shown.text.match(/<passage /g)).toHaveLength(shown.read.length)
    }
  })
})

test('a place has the page between the form feeds, in a PDF alone', () => {
  const text = 'раз\fдва\f\fчетыре'
  expect([0, 3, 4, 8, 9].map((at) => pageAt(text, at))).toEqual([1, 1, 2, 3, 4])
  expect(hasPages(documentTypes.pdf, text)).toBe(true)
  expect(hasPages(documentTypes.pdf, 'одна')).toBe(false)
  expect(hasPages('text/plain', text)).toBe(false)
  expect(hasPages(documentTypes.pdf, '\f'.repeat(3000))).toBe(false)
})

test('the part around a place begins with a line, has the place, and is bounded', () => {
  const text = Array.from({ length: 2000 }, (_, line) => `Строка ${line}`).join('\n')
  const at = text.indexOf('Строка 900')
  const part = partAround(text, at)
  expect(part.text.startsWith('Строка ')).toBe(true)
  expect(part.text).toBe(text.slice(part.from, part.from + 8000))
  expect(part.text.slice(at - part.from)).toMatch(/^Строка 900\n/)
  expect(partAround(text, 10 ** 9).from).toBeLessThan(text.length)
  expect(partAround('', 5)).toEqual({ from: 0, text: '' })
})
