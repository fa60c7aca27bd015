// What web/public/document/show.js makes of a page that a model has written.
import { expect, test } from 'vitest'
import source from '#web/public/document/show.js?raw'

/** The page of the inner frame. The script runs as in its own document, with the parts of it that it uses. */
function shown(kind: 'html' | 'svg', text: string): Document {
  const listeners: ((event: object) => void)[] = []
  const frame = { srcdoc: '', setAttribute: () => undefined }
  const own = { createElement: () => frame, body: { replaceChildren: () => undefined } }
  const parent = { postMessage: () => undefined }
  // oxlint-disable-next-line typescript/no-implied-eval -- it is a script, not a module
  const run = new Function('parent', 'document', 'addEventListener', source)
  run(parent, own, (_: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  for (const tell of listeners) tell({ source: parent, data: { type: 'show', kind, text } })
  return new DOMParser().parseFromString(frame.srcdoc, 'text/html')
}

const linksOf = (root: ParentNode) =>
  [...root.querySelectorAll('a, area')].map((one) => [
    one.getAttribute('href') ?? one.getAttribute('xlink:href'),
    one.getAttribute('target')
  ])

test('links of a page lead to its own places and nowhere else', () => {
  const page = shown(
    'html',
    `<!doctype html><html lang="ru"><body><h1 id="end">Лето</h1>
    <a href="#end" target="_top">К концу</a><a href="https://elsewhere.example/" target="_self">Наружу</a>
    <a href=" javascript:alert(1)">Сюда</a><map><area href="/chat"></map>
    <svg><a xlink:href="https://elsewhere.example/"><text>В рисунке</text></a></svg>
    <template shadowrootmode="open"><a href="https://elsewhere.example/" target="_self">В тени</a></template></body></html>`
  )
  expect(linksOf(page)).toEqual([
    ['about:srcdoc#end', '_self'],
    [null, null],
    [null, null],
    [null, null],
    [null, null]
  ])
  expect(linksOf(page.querySelector('template')!.content)).toEqual([[null, null]])
  expect([page.doctype?.name, page.querySelector('h1')?.textContent]).toEqual(['html', 'Лето'])
  expect(page.head.firstElementChild?.getAttribute('http-equiv')).toBe('Content-Security-Policy')
})

test('a picture keeps the places that its own parts name', () => {
  const svg =
    '<?xml version="1.0"?><svg viewBox="0 0 9 9"><rect id="one" /><use href="#one" /><a href="/x"><text>x</text></a></svg>'
  const page = shown('svg', svg)
  expect(page.querySelector('use')?.getAttribute('href')).toBe('#one')
  expect(linksOf(page)).toEqual([[null, null]])
  expect(page.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 9 9')
})

/** A picture of groups, each of which uses the one before it so many times. */
function picture(levels: number, beforeNumber = '#g', times = 10): string {
  const groups = Array.from({ length: levels }, (_, level) => {
    const use = `<use href="${beforeNumber}${level}" />`
    return `<g id="g${level + 1}">${use.repeat(times)}</g>`
  })
  return `<svg><use href="#g${levels}" /><g id="g0"><rect /></g>${groups.join('')}</svg>`
}

test('parts that are used in each other do not become millions', () => {
  const usesIn = (text: string) => shown('html', text).querySelectorAll('use').length
  expect([usesIn(picture(3)), usesIn(picture(8)), usesIn(picture(8, 'about:srcdoc#%67'))]).toEqual([31, 0, 0])
  expect(usesIn('<svg><g id="g"><use href="#g" /></g></svg>')).toBe(1)
  // A long chain of them is walked without a call for each.
  const chain = shown('html', picture(7000, '#g', 1))
  expect([chain.querySelectorAll('use').length, chain.querySelectorAll('g').length]).toEqual([0, 7001])
  const shadow = shown('html', `<p><template shadowrootmode="open">${picture(8)}</template></p>`)
  expect(shadow.querySelector('template')?.content.querySelectorAll('use')).toHaveLength(0)
})
