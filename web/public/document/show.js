// Shows a page or a picture that a model has written (src/chat/documents/page-frame.tsx). It stands in a frame of its own, in which no
// script runs; that frame obeys the policy of this document as well, which lets it load nothing but pictures that are in its text.

const policy =
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">` +
  // Nor does what becomes a link later lead anywhere: new windows are not allowed, and the page stays.
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><base target="_blank">'

const besidePicture =
  '<style>html,body{height:100%;margin:0}body{display:grid;place-items:center}svg{max-width:100%;max-height:100%}</style>'

/** As many as a text of the longest document can hold. */
const partsMax = 20_000

/** The place that a part names, as browsers read its address. */
function placeNamed(part) {
  const address = (part.getAttribute('href') ?? part.getAttribute('xlink:href') ?? '').replaceAll(/[\t\n\r]/g, '')
  const place = address.slice(address.indexOf('#') + 1).trim()
  try {
    return decodeURIComponent(place)
  } catch {
    return place
  }
}

/** What is drawn with an element: what stands in it, and what it uses. */
function partsOf(element, root) {
  const used = element.localName === 'use' ? root.getElementById(placeNamed(element)) : null
  return used ? [...element.children, used] : [...element.children]
}

/** How many elements are drawn with the root, each as often as it is used. Chains of them are longer than calls may go deep. */
function countDrawn(root) {
  const counts = new Map()
  const begun = new Map()
  const waiting = [root]
  for (let element = root; element; element = waiting.at(-1)) {
    const parts = begun.get(element)
    if (parts) {
      waiting.pop()
      // What uses itself is not drawn, and has no count yet.
      if (!counts.has(element))
        counts.set(
          element,
          parts.reduce((sum, part) => sum + (counts.get(part) ?? 0), 1)
        )
    } else {
      begun.set(element, partsOf(element, root))
      for (const part of begun.get(element)) if (!begun.has(part)) waiting.push(part)
    }
  }
  return counts.get(root)
}

/** Parts that are used in each other become millions in a text of a kilobyte, and hold up the browser: then none is used. */
function withoutEndlessUse(root) {
  if (countDrawn(root) > partsMax) for (const use of root.querySelectorAll('use')) use.remove()
}

/** Addresses of links are taken off but for those of places in the text, which are named in full: others would be places in this document. */
function tamed(root) {
  withoutEndlessUse(root)
  for (const link of root.querySelectorAll('a, area, math[href], math [href]')) {
    const address = (link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '').trim()
    for (const name of ['href', 'xlink:href', 'target']) link.removeAttribute(name)
    if (!address.startsWith('#')) continue
    link.setAttribute('href', `about:srcdoc${address}`)
    link.setAttribute('target', '_self')
  }
  for (const template of root.querySelectorAll('template')) tamed(template.content)
}

function withoutWaysOut(text) {
  const parsed = new DOMParser().parseFromString(text, 'text/html')
  tamed(parsed)
  return parsed.documentElement.outerHTML
}

function documentOf(kind, text) {
  if (kind === 'svg')
    return `<!doctype html>${policy}${besidePicture}${withoutWaysOut(text.replace(/^\s*<\?xml[^>]*>/, ''))}`
  // Before everything else the policy would make an old document of it.
  const [type = '<!doctype html>'] = /^\s*<!doctype[^>]*>/i.exec(text) ?? []
  return type + policy + withoutWaysOut(text.replace(/^\s*<!doctype[^>]*>/i, ''))
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data !== 'object' || data?.type !== 'show' || typeof data.text !== 'string') return
  const frame = document.createElement('iframe')
  frame.title = 'Содержимое'
  frame.setAttribute('sandbox', '')
  frame.referrerPolicy = 'no-referrer'
  frame.srcdoc = documentOf(data.kind, data.text)
  document.body.replaceChildren(frame)
})

parent.postMessage('ready', '*')
