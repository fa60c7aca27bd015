const kept = new Set('p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li strong em del code pre table tr th td'.split(' '))
const inline = new Set('strong em del code'.split(' '))

/** What is written with angle brackets must not look like an element. */
const written = (text: string) => text.replaceAll('<', '&lt;')
const linkOf = (address: string, text: string) =>
  /^(https?:\/\/|mailto:)/i.test(address) ? `<a ${URL.parse(address)?.href}>${text}</a>` : text

const inner = (node: Node): string => [...node.childNodes].map(outline).join('')

function outline(node: Node): string {
  const text = node.textContent ?? ''
  if (node.nodeType === Node.TEXT_NODE) return written(text.replaceAll(/[ \t\n\r]+/g, ' '))
  if (!(node instanceof Element)) return ''
  const name = node.tagName.toLowerCase()
  if (name === 'figcaption') return ''
  // The product takes the last line's end away itself.
  if (name === 'pre') return `<pre>${written(node.closest('figure') ? text : text.replace(/\n$/, ''))}</pre>`
  if (name === 'a') return linkOf(node.getAttribute('href') ?? '', inner(node))
  if (name === 'img') return linkOf(node.getAttribute('src') ?? '', written(node.getAttribute('alt') || 'изображение'))
  const content = inner(node)
  if (!kept.has(name)) return content
  if (name === 'br' || name === 'hr') return `<${name}>`
  if (inline.has(name)) return `<${name}>${content}</${name}>`
  if (/^h\d$/.test(name) && content.trim() === '') return ''
  const start = name === 'ol' ? ` ${node.getAttribute('start') ?? 1}` : ''
  return `<${name}${start}>${content}</${name}>`
}

/**
 * What a reader gets of it: the elements that carry meaning and the text, without classes, colours, buttons and the
 * whitespace between blocks. Pictures count as links to them, and links only with an address of another site.
 */
export const outlineOf = (root: Node): string =>
  inner(root)
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) =>
      part.startsWith('<pre>')
        ? part
        : part.replaceAll(/ *(<\/?(?:p|hr|h\d|blockquote|[uo]l(?: \d+)?|li|table|t[rhd]|br)>) */g, '$1')
    )
    .join('')
    .trim()

/** The same of a text of HTML. */
export function outlineOfHtml(html: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  return outlineOf(template.content)
}
