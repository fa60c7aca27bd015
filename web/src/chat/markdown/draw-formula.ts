// Draws formulas. In its own chunk with its styles and fonts, because most answers have none.
import katex from 'katex'
import 'katex/dist/katex.css'
import './formula.css'
import { nextTask } from '../../base/page/next-task.ts'
import { pause } from '../../base/http/retry.ts'
import { pageSignal } from '../../base/storage/page-store.ts'
import { readFormula } from './formula-source.ts'

const sourceLengthMax = 4000
/** Elements of one formula. A large table has some thousands. */
const partsMax = 8000
const depthMax = 150

/** One definition can double the text that another one has doubled. */
const defines =
  /\\(?:[egx]?def|(?:future)?let|(?:re|provide)?newcommand|renewcommand|providecommand|global|long)(?![A-Za-z])/

const options = {
  throwOnError: true,
  // Of a command that is not allowed, such as a link: KaTeX's own red cannot be read on the dark page.
  errorColor: 'var(--color-danger)',
  output: 'htmlAndMathml',
  // No links, pictures, classes or styles of the model.
  trust: false,
  strict: 'ignore',
  maxExpand: 400,
  /** In widths of the letter m. */
  maxSize: 20
} as const

interface Part {
  attributes?: Record<string, string>
  children?: Part[]
}

/** The tree that KaTeX's `render` puts on the page; exported, but not in its types. */
type TreeOf = (tex: string, settings: typeof options & { displayMode: boolean }) => Part & { toNode(): Node }
type Inner = Record<'__renderToDomTree' | '__renderToHTMLTree', TreeOf> & { __parse: (tex: string) => unknown }
const { __parse: parse, __renderToHTMLTree: visibleOf, __renderToDomTree: treeOf } = katex as unknown as Inner

/** Takes away what the Content-Security-Policy refuses. @throws RangeError for a formula that would hold up the page */
function strip(part: Part, depth = 0, count = { parts: 0 }) {
  count.parts += 1
  if (depth > depthMax || count.parts > partsMax) throw new RangeError('The formula is too large')
  // Only the MathML of frames and of bold symbols has them; the visible HTML sets its styles by script.
  if (part.attributes) delete part.attributes['style']
  part.children?.forEach((child) => strip(child, depth + 1, count))
}

const sample = String.raw`\sum_{i=1}^{n} \frac{a_i}{\sqrt{b}} + x`

/** The fonts of nearly every formula. */
const usualFonts = ['1em KaTeX_Main', 'italic 1em KaTeX_Math', '1em KaTeX_Size1', '1em KaTeX_Size2']
const fontsMaxMs = 1000

/**
 * Resolves when the usual fonts are there, or soon: drawn before them, a formula would be laid out twice. Meanwhile the code runs once:
 * a browser compiles what first runs, which is several short tasks here and would be one long task with the first formula.
 * @public used by the code that loads this module late
 */
export async function prepareFormulas(): Promise<void> {
  copyFormulas()
  const fonts = Promise.race([
    Promise.allSettled(usualFonts.map((font) => document.fonts?.load(font))),
    pause(fontsMaxMs)
  ])
  const settings = { ...options, displayMode: true }
  const steps = [() => parse(sample), () => visibleOf(sample, settings), () => treeOf(sample, settings).toNode()]
  try {
    for (const step of steps) {
      await nextTask()
      step()
    }
  } catch {
    // Two of these are not in KaTeX's documentation. Without them, the first formula costs more.
  }
  await fonts
}

/** Draws into an element, or returns false for what is not a formula. @public used by the code that loads this module late */
export function drawFormula(element: Element, tex: string, display: boolean): boolean {
  if (tex.length > sourceLengthMax || defines.test(tex)) return false
  try {
    const tree = treeOf(tex, { ...options, displayMode: display })
    strip(tree)
    element.replaceChildren(tree.toNode())
    return true
  } catch {
    // What KaTeX does not know, and nesting that its parser cannot follow.
    element.replaceChildren()
    return false
  }
}

// What is copied of a page with drawn formulas: their source in dollars, where the browser would copy each glyph on a line of its own.

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
const copyFormulas = (): void => document.addEventListener('copy', copy, { signal: pageSignal() })

// Tells which formulas within a text are wider than its column: these scroll. Measured by an observer, after the browser has laid
// the page out anyway: asking for a width right after drawing would lay it out once more for every formula.

type Tell = (isWide: boolean) => void

/** The formulas of each block of text. */
const watched = new Map<Element, Map<Element, Tell>>()

/** The widest part that the browser does not break into lines. */
const widthOf = (formula: Element): number =>
  Math.max(0, ...Array.from(formula.querySelectorAll<HTMLElement>('.katex-base'), ({ offsetWidth }) => offsetWidth))

function roomIn(block: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(block)
  return block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
}

function measure(block: Element) {
  const formulas = watched.get(block)
  if (!formulas) return
  const room = roomIn(block)
  const widths = Array.from(formulas, ([formula, tell]) => ({ tell, width: widthOf(formula) }))
  // A block that is not laid out has no width.
  if (room > 0) for (const { tell, width } of widths) tell(width > room)
}

const observer =
  typeof ResizeObserver === 'undefined'
    ? null
    : new ResizeObserver((entries) => {
        for (const { target } of entries) measure(target)
      })

/** The words of a footnote have less room than its paragraph, where its number stands as well. */
const blocks = '.footnote > span, p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote, .answer-section'

/**
 * Tells now and whenever it changes whether a formula is wider than the text around it.
 * @returns what ends this
 * @public used by the code that loads draw-formula.ts late
 */
export function watchWidth(formula: Element, tell: Tell): () => void {
  const block = formula.parentElement?.closest(blocks)
  if (!observer || !block) return () => undefined
  const formulas = watched.get(block) ?? new Map<Element, Tell>()
  watched.set(block, formulas.set(formula, tell))
  // Again, so that the new one is measured as well.
  observer.unobserve(block)
  observer.observe(block)
  return () => {
    formulas.delete(formula)
    if (formulas.size > 0) return
    observer.unobserve(block)
    watched.delete(block)
  }
}
