// A page may be translated before the application takes it over. React finds other nodes than it has made then, and would draw the whole
// page anew: a button that is being pressed would be gone.

/** Puts the texts of the page's document back where a translator has put its own elements. @returns whether all of them are back */
function putBack(shown: Element, original: Element): boolean {
  const nodes = [...shown.childNodes]
  const originals = [...original.childNodes]
  return (
    nodes.length === originals.length &&
    originals.every((node, index) => {
      const found = nodes[index]!
      if (node instanceof Text) {
        if (!(found instanceof Text)) found.replaceWith(document.importNode(node))
        return true
      }
      if (!(node instanceof Element)) return true
      return found instanceof Element && found.tagName === node.tagName && putBack(found, node)
    })
  )
}

/** The page answers to nothing until the document is here; without it, React draws the page anew. */
const patienceMs = 2000

/** This page's document once more: the policy of the pages leaves parsing HTML to the browser's own request. */
function readDocument(): Promise<Document> {
  const request = new XMLHttpRequest()
  request.open('GET', window.location.pathname)
  request.responseType = 'document'
  request.timeout = patienceMs
  return new Promise((resolve, reject) => {
    request.addEventListener('loadend', () =>
      request.status === 200 && request.response
        ? resolve(request.response as Document)
        : reject(new Error(`The document was not read again: ${request.status}`))
    )
    request.send()
  })
}

/**
 * Makes a prerendered page what it was before a translator changed it, and keeps the translator away from it.
 * @returns lets the translator in again
 * @throws Error when the page's document cannot be read again
 * @public used by the code that loads this module late
 */
export async function untranslate(page: HTMLElement): Promise<() => void> {
  const original = (await readDocument()).querySelector(`#${page.id}`)
  page.translate = false
  if (original && !putBack(page, original)) page.replaceChildren(...document.importNode(original, true).childNodes)
  return () => {
    page.removeAttribute('translate')
    // A translator looks at texts again that seem to change.
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) (texts.currentNode as Text).appendData('')
  }
}
