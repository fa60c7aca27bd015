// Changes every page as a browser does that translates it: each text is put into elements of the browser, and the text that the page
// had made is gone. What React wants to insert before a text, to change or to remove then fails or stays old.
import type { BrowserContext } from 'playwright-core'

export type Translator = 'font' | 'ya-tr-span'

/** With TRANSLATED=1 the pages of all tests are translated. */
export const translatorOfAll: Translator | null = process.env['TRANSLATED'] === '1' ? 'font' : null

/** @param name of the browser's element: Chrome has `font`, Yandex Browser `ya-tr-span` */
function wrapTexts(name: string): void {
  const left = `script, style, noscript, textarea, title, svg, math, ${name}, [translate="no"], .notranslate`
  const wrap = (text: Text): void => {
    const parent = text.parentElement
    if (!text.data.trim() || !parent || parent.closest(left)) return
    const outer = document.createElement(name)
    const inner = document.createElement(name)
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

export const translatePages = (context: BrowserContext, name: Translator) => context.addInitScript(wrapTexts, name)
