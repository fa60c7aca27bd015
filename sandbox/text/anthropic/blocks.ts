import { serverSentEvent } from '../answer/upstream.ts'
import type { Answer } from '../answer/answer.ts'
import { argumentParts, type PlannedCall } from '../answer/calls.ts'
import type { Citation } from '../answer/search.ts'
import type { JsonObject } from '../../base/json.ts'

const CITED_CHARACTERS = 150

export const blockStart = (index: number, block: JsonObject): string =>
  serverSentEvent({ type: 'content_block_start', index, content_block: block })

export const blockDelta = (index: number, delta: JsonObject): string =>
  serverSentEvent({ type: 'content_block_delta', index, delta })

export const blockStop = (index: number): string => serverSentEvent({ type: 'content_block_stop', index })

/** The blocks of a search: what the model looked for, and what came back. */
export function searchBlocks({ id, search }: Answer): JsonObject[] {
  if (search === null) return []
  const toolUseId = `srvtoolu_${id}`
  return [
    {
      type: 'server_tool_use',
      id: toolUseId,
      name: 'web_search',
      input: { query: search.query },
      caller: { type: 'direct' }
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: toolUseId,
      content: search.pages.map(({ url, title }) => ({
        type: 'web_search_result',
        url,
        title,
        encrypted_content: 'c2FuZGJveA==',
        page_age: null
      })),
      caller: { type: 'direct' }
    }
  ]
}

/** The events of a block of a search: what the model looks for is written piece by piece, what it finds is not. */
export function givenBlock(index: number, block: JsonObject, { search }: Answer): string[] {
  if (block['type'] !== 'server_tool_use') return [blockStart(index, block) + blockStop(index)]
  const query = JSON.stringify({ query: search?.query ?? '' })
  const half = Math.ceil(query.length / 2)
  return [
    blockStart(index, { ...block, input: {} }),
    ...[query.slice(0, half), query.slice(half)].map((json) =>
      blockDelta(index, { type: 'input_json_delta', partial_json: json })
    ),
    blockStop(index)
  ]
}

/** The events of a call: its arguments are written piece by piece, after an empty one. */
export function callBlock(index: number, { id, name, arguments: text }: PlannedCall): string[] {
  const block = { type: 'tool_use', id: `toolu_${id}`, name, input: {}, caller: { type: 'direct' } }
  return [
    blockStart(index, block),
    ...['', ...argumentParts(text)].map((json) => blockDelta(index, { type: 'input_json_delta', partial_json: json })),
    blockStop(index)
  ]
}

/** The usage at the end names what the search has added to the input, too. */
export const searchUsage = ({ search, inputTokens }: Answer): JsonObject =>
  search ? { input_tokens: inputTokens, server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } } : {}

/** The text of an answer: what is cited is a block of its own, with its citation as the last delta. */
export class TextBlocks {
  index: number
  readonly #text: string
  readonly #citations: Citation[]
  #written = 0
  #isOpen = false

  constructor({ text, search }: Answer, index: number) {
    this.index = index
    this.#text = text
    this.#citations = [...(search?.citations ?? [])]
  }

  begin(): string {
    this.#isOpen = true
    return blockStart(this.index, { type: 'text', text: '' })
  }

  write(text: string): string {
    const [citation] = this.#citations
    if (!citation || citation.end > this.#written + text.length) return this.#add(text)
    this.#citations.shift()
    const ending = text.slice(0, citation.end - this.#written)
    const rest = text.slice(ending.length)
    const cited = this.#add(ending) + this.#cite(citation) + this.end()
    return rest === '' ? cited : cited + this.write(rest)
  }

  end(): string {
    if (!this.#isOpen) return ''
    this.#isOpen = false
    return blockStop(this.index++)
  }

  #add(text: string): string {
    const start = this.#isOpen ? '' : this.begin()
    this.#written += text.length
    return start + blockDelta(this.index, { type: 'text_delta', text })
  }

  #cite({ page, end }: Citation): string {
    const { url, title } = page
    const citation = {
      type: 'web_search_result_location',
      url,
      title,
      cited_text: this.#text.slice(Math.max(0, end - CITED_CHARACTERS), end),
      encrypted_index: 'c2FuZGJveA=='
    }
    return blockDelta(this.index, { type: 'citations_delta', citation })
  }
}
