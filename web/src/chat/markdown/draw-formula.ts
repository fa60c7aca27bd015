// Draws formulas. In its own chunk with its styles and fonts, because most answers have none.
import katex from 'katex'
import 'katex/dist/katex.css'
import { nextTask } from '../../base/page/next-task.ts'
import { pause } from '../../base/http/retry.ts'
import { copyFormulas } from './copy-formulas.ts'
import './formula.css'

/** @public used by the code that loads this module late */
export { watchWidth } from './wide-formulas.ts'

const sourceLengthMax = 4000
/** Elements of one formula. A large table has some thousands. */
const partsMax = 8000
const depthMax = 150

/** One definition can double the text that another one has doubled. */
const defines =
  /\\(?:[egx]?def|(?:future)?let|(?:re|provide)?newcommand|renewcommand|providecommand|global|long)(?![A-Za-z])/

const options = {
  throwOnError: true,
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
