// What a model is asked to change in a document, and what its answer makes of the text.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { promptLengthMax } from '#contract/answers.ts'
import { changeFits, changePrompt, type DocumentChange, replacedText } from '#contract/document-request.ts'
import { fenceAround, fencedBlocks } from '#contract/fenced-blocks.ts'

const text = 'Первая строка.\n\nВторая строка.\n\nТретья строка.\n'
const change = (parts: Partial<DocumentChange> = {}): DocumentChange => ({
  title: 'Письмо',
  kind: 'text',
  text,
  start: 0,
  end: (parts.text ?? text).length,
  request: 'короче',
  ...parts
})
const passage = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length })

describe('the question of a change', () => {
  test('names the document, the request and the whole text', () => {
    expect(changePrompt(change())).toBe(
      `Измени документ «Письмо»: короче\n\nВерни только новый текст целиком, без пояснений.\n\n\`\`\`\n${text}\n\`\`\``
    )
  })

  test('of a passage shows what is around it apart', () => {
    expect(changePrompt(change(passage('Вторая строка.')))).toBe(
      [
        'Измени документ «Письмо»: короче',
        'Измени только этот фрагмент. Верни только его новый текст, без пояснений и без текста вокруг него.',
        'Фрагмент:\n```\nВторая строка.\n```',
        'Текст перед фрагментом, его не повторяй:\n```\nПервая строка.\n```',
        'Текст после фрагмента, его не повторяй:\n```\nТретья строка.\n```'
      ].join('\n\n')
    )
  })

  test('shows whole lines around a passage, and not much of them', () => {
    const line = 'Строка о другом.\n'
    const long = `${line.repeat(500)}Здесь.\n${line.repeat(500)}`
    const start = long.indexOf('Здесь')
    const prompt = changePrompt(change({ text: long, start, end: start + 6 }))
    expect(prompt.length).toBeLessThan(2000)
    expect(prompt.split('\n').filter((one) => one.includes('другом'))).toEqual(
      Array.from({ length: (prompt.match(/другом/g) ?? []).length }, () => line.trim())
    )
  })

  test('asks for the code of a page and of a picture', () => {
    expect(changePrompt(change({ kind: 'html', text: '<p>Да</p>' }))).toContain('код HTML')
    expect(changePrompt(change({ kind: 'svg', text: '<svg/>' }))).toContain('```svg\n<svg/>\n```')
  })

  test('has a fence that no text in it can close', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n', '~') }), (inside) => {
        const fence = fenceAround(inside)
        expect(inside).not.toContain(fence)
        expect(fencedBlocks(`${fence}\n${inside}\n${fence}`)).toEqual({
          blocks: [{ language: '', code: inside }],
          outside: ''
        })
      })
    )
  })

  test('fits a chat, or says that it does not', () => {
    const room = promptLengthMax - changePrompt(change({ text: '', end: 0 })).length
    const long = (length: number) => change({ text: 'я'.repeat(length) })
    expect(changeFits(long(room))).toBe(true)
    expect(changeFits(long(room + 1))).toBe(false)
    // A passage of a long text fits.
    expect(changeFits({ ...long(90_000), start: 100, end: 300 })).toBe(true)
  })
})

const replaced = (
  base: string,
  start: number,
  end: number,
  [answer, kind = 'text']: [string, DocumentChange['kind']?]
) => replacedText({ text: base, kind, start, end }, answer)

describe('the answer', () => {
  test('replaces the whole text', () => {
    expect(replaced('Было.\n', 0, 6, ['\nСтало.\n\n'])).toBe('Стало.\n')
  })

  test('replaces a passage, whose white space stays', () => {
    expect(replaced('Один  два  три', 4, 11, [' пять '])).toBe('Один  пять  три')
    expect(replaced('а\n\n  б\n\nв', 1, 8, ['г'])).toBe('а\n\n  г\n\nв')
    expect(replaced('а   б', 1, 4, ['г'])).toBe('а   гб')
  })

  test('that is one fenced block is taken out of its fence', () => {
    expect(replaced('x', 0, 1, ['```markdown\nТекст\n```'])).toBe('Текст')
    expect(replaced('x', 0, 1, ['````\nТекст\n```js\nкод\n```\n````\n'])).toBe('Текст\n```js\nкод\n```')
    expect(replaced('x', 0, 1, ['```md\nТекст\n```js\nкод\n```\nдальше\n```'])).toBe('Текст\n```js\nкод\n```\nдальше')
    expect(replaced('x', 0, 1, ['```html\n<p>оборван'])).toBe('<p>оборван')
  })

  const code = '```python\nprint(1)\n```'
  const around = `# Скрипт\n\n${code}\n\nКонец.`
  const inside = [around, around.indexOf('print'), around.indexOf('\n```\n')] as const
  test.each([
    ['the whole text', code, 0, code.length, '```python\nprint(2)\n```', '```python\nprint(2)\n```'],
    ['the whole text, in other words', code, 0, code.length, '```\nprint(2)\n```', '```\nprint(2)\n```'],
    ['a block of Markdown', '```md\n# А\n```', 0, 13, '```md\n# Б\n```', '```md\n# Б\n```'],
    ['a passage', around, 10, 10 + code.length, '```python\nprint(2)\n```', around.replace('1', '2')],
    ['what is left of a longer text', around, 0, around.length, '```python\nprint(2)\n```', '```python\nprint(2)\n```']
  ])('that is a block in place of one keeps its fence: %s', (_, base, start, end, answer, expected) => {
    expect(replaced(base, start, end, [answer])).toBe(expected)
  })

  test.each([
    ['around the block', code, 0, code.length, `\`\`\`\`\n${code}\n\`\`\`\``, code],
    ['of Markdown around the block', code, 0, code.length, `\`\`\`markdown\n${code}\n\`\`\``, code],
    ['of Markdown around words', code, 0, code.length, '```markdown\nСлова\n```', 'Слова'],
    ['around a text with a block', around, 0, around.length, `\`\`\`\`\n${around}\n\`\`\`\``, around],
    ['around lines of a block', ...inside, '```python\nprint(2)\n```', around.replace('1', '2')]
  ])('loses a fence %s', (_, base, start, end, answer, expected) => {
    expect(replaced(base, start, end, [answer])).toBe(expected)
  })

  test('that is an empty block in place of a block changes nothing', () => {
    expect(replaced(code, 0, code.length, ['```python\n```'])).toBeNull()
  })

  test('with words beside a block stays whole in a text, and gives a page its code', () => {
    const answer = 'Готово:\n\n```html\n<p>Да</p>\n```\n\nСмотрите.'
    expect(replaced('x', 0, 1, [answer])).toBe(answer)
    expect(replaced('x', 0, 1, [answer, 'html'])).toBe('<p>Да</p>')
    const two = '```js\nа\n```\n```js\nб\n```'
    expect(replaced('x', 0, 1, [two])).toBe(two)
  })

  test.each(['', ' \n ', '```\n```', '```\n \n```'])('without a text changes nothing: %j', (answer) => {
    expect(replaced('x', 0, 1, [answer])).toBeNull()
  })

  test('changes nothing outside of the passage', () => {
    const cut = fc
      .string({ unit: fc.constantFrom('a', ' ', '\n', '`') })
      .chain((base) => fc.tuple(fc.constant(base), fc.nat(base.length), fc.nat(base.length)))
    fc.assert(
      fc.property(cut, fc.string(), ([base, one, other], answer) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        const changed = replaced(base, start, end, [answer]) ?? base
        expect(changed.startsWith(base.slice(0, start))).toBe(true)
        expect(changed.endsWith(base.slice(end))).toBe(true)
      })
    )
  })
})
