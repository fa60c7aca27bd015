import { topic } from './topic.ts'
import { hashOf } from '../../base/words.ts'
import type { Conversation } from './conversation.ts'

export interface Page {
  url: string
  title: string
}

/** Where the text names a page: from the beginning of the link, if the upstream writes one, to the end of what is cited. */
export interface Citation {
  page: Page
  start: number
  end: number
}

/** One search of the web that the model did for its answer. */
export interface Search {
  query: string
  pages: readonly Page[]
  citations: readonly Citation[]
}

/** How an upstream writes a link to a page into the text; empty for one that marks citations outside of the text. */
export type LinkOf = (page: Page, number: number) => string

/** What the results of a search take of the context. */
export const SEARCH_INPUT_TOKENS = 3000

/** A model searches when it may, unless the user asks it not to. */
export const wantsSearch = ({ prompt }: Conversation): boolean => !/не ищи|без поиска/i.test(prompt)

/** A text with what was found for it. Nothing is fetched: the pages exist only here. */
export function withSearch(text: string, { prompt }: Conversation, linkOf: LinkOf): { text: string; search: Search } {
  const pages = pagesFor(prompt)
  const citations: Citation[] = []
  let written = ''
  for (const [index, paragraph] of text.split('\n\n').entries()) {
    if (index > 0) written += '\n\n'
    written += paragraph
    const number = citations.length % 2
    const page = pages[number]
    if (page === undefined || !isProse(paragraph) || citations.length === 3) continue
    const start = written.length
    written += linkOf(page, number + 1)
    citations.push({ page, start, end: written.length })
  }
  return { text: written, search: { query: prompt.slice(0, 80), pages, citations } }
}

const isProse = (paragraph: string): boolean => /^[^#`|\-\d\s]/.test(paragraph) && /[.!?»]$/.test(paragraph)

function pagesFor(prompt: string): Page[] {
  const seed = hashOf(prompt)
  const address = (place: string) => `https://example.org/${place}/${seed.toString(36)}`
  return [
    { url: address('wiki'), title: `${topic.title} — энциклопедия` },
    { url: address('news'), title: `Что нового: ${topic.title.toLowerCase()}` },
    { url: 'https://example.com/overview?page=1', title: `Обзор: ${topic.title.toLowerCase()}` }
  ]
}
