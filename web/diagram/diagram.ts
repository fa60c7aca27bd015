// Draws one diagram of an answer. The document is sandboxed: it has no origin, reaches no network and cannot be left; all
// that it does is to answer the page that holds it. web/public/_headers has its policy.
import mermaid from 'mermaid'
import { diagramRequest, type DiagramReply } from '../src/chat/markdown/diagram-messages.ts'

const place = document.querySelector('#diagram')

// The address of this document has the origin of the page, although the document itself has none.
const site = location.origin
const reply = (message: DiagramReply) => parent.postMessage(message, site)

/** In parts of its own size: a narrower window scrolls it. */
const scaleMin = 0.55

/** What a diagram may not set for itself by `%%{init}%%` or front matter. */
const secure = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'flowchart',
  'class',
  'state',
  'theme',
  'themeCSS',
  'themeVariables',
  'fontFamily',
  'altFontFamily',
  'darkMode',
  'layout',
  'dompurifyConfig'
]

/** For links of a sequence Mermaid would write handlers into attributes, which the policy refuses aloud. */
const withoutLinks = (source: string): string =>
  /^[^\S\r\n\u2028\u2029]*sequenceDiagram/im.test(source)
    ? source.replaceAll(/^[^\S\r\n\u2028\u2029]*(?:links?|properties|details)\s[^:\n]*:.*$/gim, '')
    : source

/** @param part of the source, which begins with the properties of a node */
function withoutPictures(part: string): string {
  const end = part.indexOf('}')
  const properties = end === -1 ? part : part.slice(0, end)
  return properties.replaceAll(/\b(?:img|icon)(?=["']?\s*:)/g, 'picture') + part.slice(properties.length)
}

/**
 * The source without HTML (but for `<br>`) and without pictures. The policy refuses what they would do; without them nothing is
 * even tried. `<<interface>>` and arrows like `<|--` stay.
 */
const plain = (source: string): string =>
  withoutLinks(source)
    .replaceAll(/(?<!<)<(?=[a-z/!?])(?!br\s*\/?>)/gi, '‹')
    .split('@{')
    .map((part, index) => (index === 0 ? part : withoutPictures(part)))
    .join('@{')

/** Empty places of blocks are drawn one by one: thousands hold the browser up for minutes. */
const placesMax = 1000
const placesIn = (source: string): number =>
  Array.from(source.matchAll(/\bspace\s*:\s*(\d+)/g), ([, count]) => Number(count)).reduce((sum, one) => sum + one, 0)

let height = 0
function tellHeight() {
  const now = Math.ceil(place?.getBoundingClientRect().height ?? 0)
  // Before there is a drawing the page waits for it, or gives it up.
  if (now === height || !place?.firstChild) return
  height = now
  reply({ type: 'drawn', height })
}

async function draw(source: string, dark: boolean) {
  if (/^[^\S\r\n\u2028\u2029]*block/m.test(source) && placesIn(source) > placesMax)
    throw new RangeError('The diagram has too many places')
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: 20_000,
    maxEdges: 300,
    theme: dark ? 'dark' : 'neutral',
    darkMode: dark,
    fontFamily: 'system-ui, sans-serif',
    secure
  })
  const { svg } = await mermaid.render('drawing', plain(source))
  if (!place) return
  // Nothing that it holds can run or load anything under the policy of this document.
  place.innerHTML = svg
  for (const link of place.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  const drawing = place.querySelector('svg')
  const width = drawing?.viewBox.baseVal.width ?? 0
  if (drawing && width > 0) {
    drawing.style.maxWidth = `${width}px`
    drawing.style.minWidth = `${Math.round(width * scaleMin)}px`
  }
  height = 0
  tellHeight()
}

let drawn = Promise.resolve()

addEventListener('message', ({ data, source, origin }) => {
  if (source !== parent || parent === window || origin !== site) return
  const request = diagramRequest(data)
  if (!request) return
  drawn = drawn.then(() => draw(request.source, request.dark)).catch(() => reply({ type: 'failed' }))
})

if (place) new ResizeObserver(tellHeight).observe(place)
if (parent !== window) reply({ type: 'ready' })
