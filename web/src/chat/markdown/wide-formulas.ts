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
