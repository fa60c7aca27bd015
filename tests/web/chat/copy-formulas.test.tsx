// Formulas of chemistry, and what is copied where no formula is.
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from './draw-answer.tsx'

const drawnIn = async (text: string, count: number) => {
  const answer = draw(text)
  await waitFor(() => expect(answer.querySelectorAll('.formula .katex')).toHaveLength(count))
  return answer
}

test('chemistry and quantities with units are drawn', async () => {
  const answer = await drawnIn(
    'Реакция $\\ce{CaCO3 ->[900 °C] CaO + CO2 ^}$, \\(\\ce{Fe^3+}\\), $\\pu{12 km/h}$.\n\n$$\\ce{^{14}_{6}C}$$',
    4
  )
  expect(answer.querySelector('.katex-error')).toBeNull()
  expect(answer.querySelector('.formula')?.textContent).toContain('CaO')
})

test('hostile chemistry is drawn or shown as it is, in no time', async () => {
  const begun = performance.now()
  const hostile = ['(', '->[', '^{', '$', '{', 'H2O + '].map((sign) => `$\\ce{${sign.repeat(600)}}$`).join('\n\n')
  const answer = draw(`${hostile}\n\n$\\ce{H2O}$`)
  // The last one.
  await waitFor(() => expect(answer.querySelector('.formula[data-source="$\\\\ce{H2O}$"] .katex')).not.toBeNull())
  expect(performance.now() - begun).toBeLessThan(10_000)
})

const copyFrom = (node: Node, last = node) => {
  const range = document.createRange()
  range.selectNodeContents(node)
  range.setEnd(last, last.childNodes.length)
  getSelection()?.removeAllRanges()
  getSelection()?.addRange(range)
  const event = new Event('copy', { bubbles: true, cancelable: true })
  const kept: Record<string, string> = {}
  Object.assign(event, { clipboardData: { setData: (type: string, data: string) => (kept[type] = data) } })
  node.dispatchEvent(event)
  return { kept, isOurs: event.defaultPrevented }
}

test('a text without formulas is copied by the browser, and one with them as their source', async () => {
  const answer = await drawnIn('Просто **слова**.\n\nЧасть \\(\\frac{5}{6}\\) и\n\n\\[\na\n\\]', 2)
  const [words, part] = answer.querySelectorAll('p')
  expect(copyFrom(words!).isOurs).toBe(false)
  const { kept, isOurs } = copyFrom(part!)
  expect(isOurs).toBe(true)
  expect(kept['text/html']).toBe('Часть <span class="copied-formula">$\\frac{5}{6}$</span> и')
  expect(copyFrom(answer.querySelector('.mfrac')!).kept['text/html']).toContain('>$\\frac{5}{6}$<')
  expect(copyFrom(answer.querySelector('[data-display]')!).kept['text/html']).toContain('>$$a$$<')
})

const htmlOf = (first: Element | undefined, last?: Element) =>
  copyFrom(first!, last)
    .kept['text/html']?.replaceAll(/ (?:class|dir|data-[a-z]+)="[^"]*"|\n/g, '')
    .replaceAll(/<\/?span>/g, '')

test('parts of tables and lists are copied in them, and a footnote keeps its number', async () => {
  const answer = await drawnIn(
    '| А |\n|-|\n| $x$ |\n| $y$ |\n| в |\n\n> 2. $a$\n> 3. $b$\n\nМасса[^1] $m$.\n\n[^1]: В кг.',
    5
  )
  const cells = answer.querySelectorAll('td')
  expect(htmlOf(cells[0], cells[1])).toBe('<table><tbody><tr><td>$x$</td></tr><tr><td>$y$</td></tr></tbody></table>')
  const items = answer.querySelectorAll('li')
  expect(htmlOf(items[0], items[1])).toBe('<blockquote><ol start="2"><li>$a$</li><li>$b$</li></ol></blockquote>')
  expect(htmlOf(items[0])).toBe('$a$')
  expect(htmlOf(answer.querySelector('.footnote-mark')!.closest('p')!)).toBe('Масса<sup>1</sup> $m$.')
})
