// What stands in the document when the print dialog opens.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printChat } from '#web/src/chat/saving/print-document.tsx'
import type { SavedChat } from '#web/src/chat/saving/saved-chat.ts'

/** Nothing on paper comes near the window. */
class NeverNear {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NeverNear)
  // And the browser has no time to spare.
  vi.stubGlobal('requestIdleCallback', () => 0)
})
afterEach(() => {
  window.dispatchEvent(new Event('afterprint'))
})

const chatOf = (content: string, isCut = false): SavedChat => ({
  title: 'Физика',
  savedAt: 0,
  messages: [
    { role: 'user', content: 'Что тут?', model: null, at: 0, files: ['снимок.png'], sources: [], thinking: null },
    {
      role: 'assistant',
      content,
      isCut,
      model: 'GPT-4o',
      at: 0,
      files: [],
      sources: [{ url: 'https://sea.example/', title: 'О море' }],
      thinking: null
    }
  ]
})

/** The document as the printer gets it. */
async function printed(content: string, isCut?: boolean): Promise<Element> {
  let paper: Element | null = null
  vi.stubGlobal('print', () => {
    paper = document.querySelector('.print-document')?.cloneNode(true) as Element
  })
  expect(await printChat(chatOf(content, isCut))).toBe(true)
  if (!paper) throw new Error('Nothing was printed')
  return paper
}

test('formulas are drawn, and code has its colours', async () => {
  const paper = await printed('По $E = mc^2$ и\n\n$$\\frac{1}{2}$$\n\n```js\nconst a = 1\n```')
  expect(paper.querySelectorAll('.katex')).toHaveLength(2)
  expect(paper.querySelector('[class*="hljs"]')).not.toBeNull()
})

test('what is no formula stays its source, and the rest is printed', async () => {
  const paper = await printed('Так: $\\неизвестно{x$ и $x^2$')
  expect(paper.textContent).toContain('неизвестно')
  expect(paper.querySelectorAll('.katex')).toHaveLength(1)
})

test('files are named, sources listed and footnotes marked', async () => {
  const paper = await printed('Так[^1], см. [1](https://sea.example/).\n\n[^1]: Эйнштейн')
  expect(paper.textContent).toContain('Файл: снимок.png')
  expect(paper.textContent).toContain('О море')
  expect(paper.querySelector('sup .footnote-mark')?.textContent).toBe('1')
})

test('marks that an answer without an end leaves open are closed', async () => {
  expect((await printed('Это **важно', true)).querySelector('strong')?.textContent).toBe('важно')
})
