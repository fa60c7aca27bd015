// Changes every page as a browser does that translates it: each text is put into two elements of the browser, and the text that the page
// had made is gone. What React wants to insert before a text, to change or to remove then fails or stays old.
import type { BrowserContext } from 'playwright-core'

/** With TRANSLATED=1 the pages of all tests are translated. */
export const translatesAll = process.env['TRANSLATED'] === '1'

function wrapTexts(): void {
  const left = 'script, style, noscript, textarea, title, svg, math, font, [translate="no"], .notranslate'
  const wrap = (text: Text): void => {
    const parent = text.parentElement
    if (!text.data.trim() || !parent || parent.closest(left)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const wrapAll = (root: Node): void => {
    if (root instanceof Text) return wrap(root)
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    found.forEach(wrap)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) wrapAll(node)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

export const translatePages = (context: BrowserContext) => context.addInitScript(wrapTexts)
