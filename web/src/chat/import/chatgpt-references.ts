// The pages that a message of an export names in its metadata, in the forms that ChatGPT has written since 2023. Nothing of them
// is trusted: what has an unknown form is left out.
import { z } from 'zod'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { sourceTitleLengthMax, sourceUrlLengthMax } from '#contract/chat-limits.ts'
import { parsedUrl } from '#contract/parsed-url.ts'

/** A page with the name of its site, which stands in the text. */
export interface Page extends AnswerSource {
  site: string
}

/** What stands for a mark of the text. */
interface Reference {
  pages: readonly Page[]
  /** Words for a mark that is no page; empty: none. */
  words: string
}

export interface References {
  /** By the mark as it stands in the text. */
  byMark: ReadonlyMap<string, Reference>
  /** By the name that a mark has for one page: `turn0search3`. */
  byName: ReadonlyMap<string, Page>
  /** By the place in the text where a mark begins, in whole characters, not in units of UTF-16. */
  byPlace: ReadonlyMap<number, Page>
}

const text = z.string().nullish().catch(null)
const list = z
  .array(z.unknown())
  .nullish()
  .catch(null)
  .transform((all) => all ?? [])

export const referenceFields = { content_references: list, citations: list, search_result_groups: list }

const named = z.object({ turn_index: z.number(), ref_type: z.string(), ref_index: z.number() })
const page = z.object({ url: z.string(), title: text, attribution: text })
const item = page.extend({ supporting_websites: list, refs: list })
const entry = page.extend({ ref_id: named.nullish().catch(null) })
const reference = z.object({
  matched_text: z.string().min(1),
  name: text,
  alt: text,
  title: text,
  url: text,
  safe_urls: list,
  items: list
})
const citation = z.object({ start_ix: z.number(), metadata: page })

/** Pages and what names them, in all lists of a message. */
const readMax = 5000

/** Reads what of a list has a form, until it has read as many as it may. */
function bounded() {
  let left = readMax
  return <Form extends z.ZodType>(form: Form, all: readonly unknown[]): z.output<Form>[] => {
    const some = all.slice(0, left)
    left -= some.length
    return some.flatMap((one) => {
      const read = form.safeParse(one)
      return read.success ? [read.data] : []
    })
  }
}

const nameOf = ({ turn_index: turn, ref_type: kind, ref_index: index }: z.infer<typeof named>): string =>
  `turn${turn}${kind}${index}`

/** In one line, without marks that reverse the direction of what follows. */
const plain = (written: string | null | undefined, lengthMax: number): string =>
  (written ?? '')
    .slice(0, 1000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, ' ')
    .trim()
    .slice(0, lengthMax)
    .toWellFormed()

const siteLengthMax = 60

/** Null: no address of the web, or none that may be shown. */
export function pageOf({ url: address, title, attribution }: z.infer<typeof page>): Page | null {
  const url = address.length > sourceUrlLengthMax ? null : parsedUrl(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null
  // Both would end a cell of a table, or begin code.
  const href = url.href.replaceAll('|', '%7C').replaceAll('`', '%60')
  if (href.length > sourceUrlLengthMax) return null
  const host = url.hostname.replace(/^www\./, '')
  return {
    url: href,
    title: plain(title, sourceTitleLengthMax) || host,
    site: plain(attribution, siteLengthMax) || host
  }
}

const isPage = (one: Page | null): one is Page => one !== null

/** The metadata of a message, as its schema read it. */
export function referencesOf(metadata: { [field in keyof typeof referenceFields]: unknown[] } | null): References {
  const ofForm = bounded()
  const byMark = new Map<string, Reference>()
  const byName = new Map<string, Page>()
  const byPlace = new Map<number, Page>()
  const keep = (name: z.infer<typeof named>, found: Page | null) => found && byName.set(nameOf(name), found)
  for (const { entries } of ofForm(z.object({ entries: list }), metadata?.search_result_groups ?? []))
    for (const { ref_id: id, ...one } of ofForm(entry, entries)) if (id) keep(id, pageOf(one))
  for (const { matched_text: mark, name, alt, items, ...one } of ofForm(
    reference,
    metadata?.content_references ?? []
  )) {
    const pages = ofForm(item, items).flatMap(({ supporting_websites: others, refs, ...first }) => {
      const all = [first, ...ofForm(page, others)].map(pageOf)
      ofForm(named, refs).forEach((id, index) => keep(id, all[index] ?? null))
      return all.filter(isPage)
    })
    const [address] = [one.url, ...one.safe_urls].filter((url) => typeof url === 'string')
    const only =
      pages.length > 0 || address === undefined ? null : pageOf({ url: address, title: one.title, attribution: null })
    byMark.set(mark, { pages: only ? [only] : pages, words: plain(name, 200) || plain(alt, 200) })
  }
  for (const { start_ix: place, metadata: cited } of ofForm(citation, metadata?.citations ?? [])) {
    const found = pageOf(cited)
    if (found) byPlace.set(place, found)
  }
  return { byMark, byName, byPlace }
}
