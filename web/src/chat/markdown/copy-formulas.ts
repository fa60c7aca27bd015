// What is copied of a page with drawn formulas: their source in dollars, where the browser would copy each glyph on a line of its own.
import { pageSignal } from '../../base/storage/page-store.ts'
import { readFormula } from './formula-source.ts'

const selector = '.formula[data-source]'

/** A formula in dollars, whose lines stay. */
function written(source: string): HTMLElement {
  const { tex, display } = readFormula(source)
  const element = document.createElement('span')
  element.className = 'copied-formula'
  if (display) element.dataset.display = ''
  element.textContent = display ? `$$${tex}$$` : `$${tex}$`
  return element
}

const formulaAround = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(selector) ?? null

/** What is selected, with the whole of a formula of which a part is. */
function widened(range: Range): Range {
  const whole = range.cloneRange()
  const first = formulaAround(range.startContainer)
  const last = formulaAround(range.endContainer)
  if (first) whole.setStartBefore(first)
  if (last) whole.setEndAfter(last)
  return whole
}

const isStructure = (element: Element): boolean => element.matches('table, thead, tbody, tr, ul, ol, blockquote')

/** What is selected, in the parts of the tables, lists and quotes around it: rows and items mean nothing alone. */
function contentOf(range: Range): Node {
  let content: Node = range.cloneContents()
  const { commonAncestorContainer: common } = range
  const parent = common instanceof Element ? common : common.parentElement
  for (let one = parent; one && isStructure(one); one = one.parentElement) {
    const copied = one.cloneNode()
    copied.appendChild(content)
    content = copied
  }
  return content
}

/** The text as the browser would copy it, with the lines, lists and tables that it lays out. */
function plainText(content: HTMLElement): string {
  const place = document.createElement('div')
  // Within the answer it has the styles that decide where lines end.
  place.className = 'answer-markdown copied-answer'
  place.append(content)
  document.body.append(place)
  try {
    return content.innerText
  } finally {
    place.remove()
  }
}

function copy(event: ClipboardEvent) {
  const selection = getSelection()
  const isInField = event.target instanceof Element && event.target.matches('input, textarea')
  if (!event.clipboardData || !selection || selection.isCollapsed || isInField) return
  const content = document.createElement('div')
  for (let index = 0; index < selection.rangeCount; index += 1)
    content.append(contentOf(widened(selection.getRangeAt(index))))
  const formulas = content.querySelectorAll(selector)
  if (formulas.length === 0) return
  for (const formula of formulas) formula.replaceWith(written(formula.getAttribute('data-source') ?? ''))
  for (const mark of content.querySelectorAll('.footnote-mark')) mark.replaceWith(mark.textContent)
  for (const button of content.querySelectorAll('button')) button.remove()
  event.clipboardData.setData('text/html', content.innerHTML)
  event.clipboardData.setData('text/plain', plainText(content))
  event.preventDefault()
}

/** From now on, also for formulas that are drawn later. */
export const copyFormulas = (): void => document.addEventListener('copy', copy, { signal: pageSignal() })
