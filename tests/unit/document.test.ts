// What an answer is as a document, and what has become of a document's versions.
import { describe, expect, test } from 'vitest'
import { documentOf, mayFollow, newestReady, versionState } from '#domain/document.ts'

const page = '<!DOCTYPE html>\n<html><head><title>Кафе «Море»</title></head><body><p>Да</p></body></html>'
const picture = '<svg viewBox="0 0 1 1"><circle r="1"/></svg>'

const versions = (...states: ('ready' | 'writing' | 'failed')[]) =>
  states.map((state, index) => ({ number: index + 1, state }))

describe('the document of an answer', () => {
  test.each([
    ['words', 'Просто текст.\nЕщё.', 'text', 'Просто текст.\nЕщё.'],
    ['a page between words', `Вот страница:\n\n\`\`\`html\n${page}\n\`\`\`\n\nОткройте её.`, 'html', page],
    ['a page without a fence', page, 'html', page],
    ['a page in a fence without a language', `\`\`\`\n${page}\n\`\`\``, 'html', page],
    ['a picture', `\`\`\`svg\n${picture}\n\`\`\``, 'svg', picture],
    [
      'a picture as XML',
      `\`\`\`xml\n<?xml version="1.0"?>\n${picture}\n\`\`\``,
      'svg',
      `<?xml version="1.0"?>\n${picture}`
    ],
    ['Markdown in a fence', '```markdown\n# Да\n\nТекст\n```', 'text', '# Да\n\nТекст']
  ])('is %s', (_, answer, kind, text) => {
    expect(documentOf(answer)).toMatchObject({ kind, text })
  })

  test.each([
    ['another XML', '```xml\n<note>Да</note>\n```'],
    ['other code', '```js\nlet a = 1\n```'],
    ['two pages', '```html\n<p>а</p>\n```\n\n```html\n<p>б</p>\n```'],
    ['much more words than code', `${'Длинное объяснение. '.repeat(20)}\n\`\`\`html\n<p>а</p>\n\`\`\``],
    ['an empty block', '```html\n```']
  ])('is the whole text: %s', (_, answer) => {
    expect(documentOf(answer)).toMatchObject({ kind: 'text', text: answer })
  })

  test.each([
    ['Введение.\n\n## **Договор** аренды\n\nТекст', 'Договор аренды'],
    ['```sh\n# не заголовок\n```\nПервые слова', 'Первые слова'],
    ['Первые слова письма.\nДальше', 'Первые слова письма'],
    ['```js\nlet a = 1\n```', 'js'],
    [page, 'Кафе «Море»'],
    ['```html\n<style>p { color: red }</style><h1 class="a">Меню</h1>\n```', 'Меню'],
    ['```html\n<style>p { color: red }</style><p>Привет</p>\n```', 'Привет'],
    [picture, 'Документ'],
    ['---', 'Документ']
  ])('of %j is called %j', (answer, title) => {
    expect(documentOf(answer).title).toBe(title)
  })

  test('is found quickly in a hostile answer', () => {
    const before = performance.now()
    for (const part of ['<', '<style>', '`', '```html\n', '<h1>', ' ', '~~~', '#'])
      documentOf(part.repeat(100_000 / part.length))
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

describe('a version', () => {
  const asked = { hasText: false, answer: null, isRunning: false, createdAt: 1000 } as const
  test.each([
    ['with a text', { hasText: true }, 'ready'],
    ['whose answer is there', { answer: 'text' as const }, 'ready'],
    ['whose answer has no text', { answer: 'nothing' as const }, 'failed'],
    ['whose answer makes no text', { answer: 'unfit' as const }, 'unfit'],
    ['whose question is on its way', {}, 'writing']
  ])('%s', (_, known, state) => {
    expect(versionState({ ...asked, ...known }, 60_999)).toBe(state)
  })

  test('whose question never came has failed, and not while it is answered', () => {
    expect(versionState(asked, 61_000)).toBe('failed')
    expect(versionState({ ...asked, isRunning: true }, 10_000_000)).toBe('writing')
  })

  test('follows the newest one that the user could see', () => {
    expect(newestReady(versions('ready', 'ready', 'failed', 'writing'))).toBe(2)
    expect(mayFollow(versions('ready', 'ready'), 2)).toBe(true)
    expect(mayFollow(versions('ready', 'ready'), 1)).toBe(false)
    expect(mayFollow(versions('ready', 'ready'), 3)).toBe(false)
    expect(mayFollow(versions('ready', 'failed'), 1)).toBe(true)
    expect(mayFollow(versions('ready', 'failed'), 2)).toBe(true)
    expect(mayFollow(versions('ready', 'failed', 'ready'), 1)).toBe(false)
    expect(mayFollow(versions('ready', 'writing'), 1)).toBe(false)
    expect(mayFollow(versions('ready', 'writing'), 2)).toBe(false)
  })
})
