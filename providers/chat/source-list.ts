// The pages that one answer names as its sources. What comes from the web is not trusted: only http and https addresses
// without a user name, each once, bounded in number and length.
import { sourcesMax, sourceTitleLengthMax, sourceUrlLengthMax } from '#contract/chat-limits.ts'
import { beginningOf } from '#contract/cut-text.ts'

export interface ChatSource {
  type: 'source'
  url: string
  title: string
}

// Line breaks, and marks that reverse the direction of what follows, could make a title look like something else. Half of a
// character is no text.
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\s]+/gu

function addressOf(text: string): URL | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.href.length > sourceUrlLengthMax) return null
  return url
}

function titleOf(title: string | null, url: URL): string {
  const plain = (title ?? '').replace(unprintable, ' ').trim()
  // xAI gives the number of the source as its title.
  if (plain === '' || /^\d+$/.test(plain)) return url.hostname
  return beginningOf(plain, sourceTitleLengthMax)
}

export class SourceList {
  readonly #urls: string[] = []

  /** @returns the source, if it is new and may be shown */
  add(address: string, title: string | null): ChatSource | null {
    const url = addressOf(address)
    if (!url || this.#urls.length >= sourcesMax || this.#urls.includes(url.href)) return null
    this.#urls.push(url.href)
    return { type: 'source', url: url.href, title: titleOf(title, url) }
  }

  /** A link in Markdown, named by the number of the source from 1; null when it is none. */
  markOf(address: string): string | null {
    const url = addressOf(address)
    const number = url ? this.#urls.indexOf(url.href) + 1 : 0
    if (!url || number === 0) return null
    // Parentheses would end the address in Markdown.
    return `[${number}](${url.href.replaceAll('(', '%28').replaceAll(')', '%29')})`
  }
}
