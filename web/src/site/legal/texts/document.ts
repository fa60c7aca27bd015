// The shape of a legal text. In its sentences `[words](address)` is a link.
import type { Route } from '../../../base/pages.ts'

export interface Table {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A paragraph, a list, or a table. */
export type Block = string | readonly string[] | Table

export interface Clause {
  /** The fragment of its URL. */
  id: string
  title: string
  blocks: readonly Block[]
}

export interface LegalDocument {
  path: Route
  /** What the document says, in a few sentences. */
  summary: string
  /** The date of the text to which users consent, as in `consentVersions`. */
  version?: string
  clauses: readonly Clause[]
}

export type Piece = { text: string; href?: string }

/** Splits a sentence into plain text and links. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(/\[([^[\]]+)\]\(([^()]+)\)/g)) {
    const [whole, words = '', href = ''] = match
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: words, href })
    end = match.index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
