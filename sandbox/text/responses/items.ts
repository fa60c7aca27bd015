import { splitWords } from '../../base/words.ts'
import type { Answer } from '../answer/answer.ts'
import { argumentParts, type PlannedCall } from '../answer/calls.ts'
import type { Citation, Page } from '../answer/search.ts'
import type { JsonObject } from '../../base/json.ts'

export type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed'

type Emit = (type: string, fields: JsonObject) => string

/** How an upstream names a page that the answer cites. */
export type AnnotationOf = (page: Page, number: number) => { url: string; title: string }

const partOf = (text: string): JsonObject => ({ type: 'summary_text', text })

/** @param status null: this upstream does not say how far its thinking is */
export const reasoningItem = ({ id, thinking }: Answer, summarised: boolean, status: Status | null): JsonObject => ({
  id: `rs_${id}`,
  type: 'reasoning',
  summary: summarised && thinking !== '' ? thinking.split('\n\n').map(partOf) : [],
  ...(status !== null && { status })
})

interface ThinkingShown {
  summarised: boolean
  itemOf: (status: 'in_progress' | 'completed') => JsonObject
  emit: Emit
}

/** The events of the first item of an answer. */
export const thinkingEvents = (answer: Answer, { summarised, itemOf, emit }: ThinkingShown): string[] => [
  emit('response.output_item.added', { output_index: 0, item: itemOf('in_progress') }),
  ...(summarised ? summaryEvents(answer, 0, emit) : []),
  emit('response.output_item.done', { output_index: 0, item: itemOf('completed') })
]

/** The events of a summary of the thinking: word by word, each paragraph a part of its own. */
function summaryEvents({ id, thinking }: Answer, index: number, emit: Emit): string[] {
  return thinking.split('\n\n').flatMap((text, summaryIndex) => {
    const place = { item_id: `rs_${id}`, output_index: index, summary_index: summaryIndex }
    return [
      emit('response.reasoning_summary_part.added', { ...place, part: partOf('') }),
      ...splitWords(text).map((delta) => emit('response.reasoning_summary_text.delta', { ...place, delta })),
      emit('response.reasoning_summary_text.done', { ...place, text }) +
        emit('response.reasoning_summary_part.done', { ...place, part: partOf(text) })
    ]
  })
}

export const searchItem = ({ id, search }: Answer, status: 'in_progress' | 'completed'): JsonObject => ({
  id: `ws_${id}`,
  type: 'web_search_call',
  status,
  action: { type: 'search', query: search?.query ?? '', queries: [search?.query ?? ''] }
})

export function searchEvents(answer: Answer, index: number, emit: Emit): string[] {
  const place = { item_id: `ws_${answer.id}`, output_index: index }
  return [
    emit('response.output_item.added', { output_index: index, item: searchItem(answer, 'in_progress') }) +
      emit('response.web_search_call.in_progress', place),
    emit('response.web_search_call.searching', place),
    emit('response.web_search_call.completed', place) +
      emit('response.output_item.done', { output_index: index, item: searchItem(answer, 'completed') })
  ]
}

/** The citations of an answer as its annotations. */
export const annotationsOf = ({ search }: Answer, annotationOf: AnnotationOf): JsonObject[] =>
  (search?.citations ?? []).map((citation) => {
    const number = (search?.pages.indexOf(citation.page) ?? 0) + 1
    return { type: 'url_citation', ...annotationOf(citation.page, number), ...placeOf(citation) }
  })

const placeOf = ({ start, end }: Citation) => ({ start_index: start, end_index: end })

/** Names the citations of a text as soon as they are written. */
export class AnnotatedText {
  readonly #annotations: readonly JsonObject[]
  #written = 0
  #named = 0

  constructor(annotations: readonly JsonObject[]) {
    this.#annotations = annotations
  }

  /** The events after a piece of the text. */
  after(delta: string, emit: (fields: JsonObject) => string): string {
    this.#written += delta.length
    let events = ''
    while (Number(this.#annotations[this.#named]?.['end_index'] ?? Infinity) <= this.#written) {
      events += emit({ annotation_index: this.#named, annotation: this.#annotations[this.#named] ?? null })
      this.#named += 1
    }
    return events
  }
}

export const callItem = (call: PlannedCall, status: 'in_progress' | 'completed'): JsonObject => ({
  id: `fc_${call.id}`,
  type: 'function_call',
  status,
  call_id: `call_${call.id}`,
  name: call.name,
  arguments: status === 'completed' ? call.arguments : ''
})

/** @param inParts whether arguments are written piece by piece, or come with the end of their call */
export const callEvents = ({ calls }: Answer, first: number, inParts: boolean, emit: Emit): string[] =>
  calls.flatMap((call, order) => {
    const index = first + order
    const place = { item_id: `fc_${call.id}`, output_index: index }
    const parts = inParts ? argumentParts(call.arguments) : []
    return [
      emit('response.output_item.added', { output_index: index, item: callItem(call, 'in_progress') }),
      ...parts.map((delta) => emit('response.function_call_arguments.delta', { ...place, delta })),
      emit('response.function_call_arguments.done', { ...place, arguments: call.arguments }) +
        emit('response.output_item.done', { output_index: index, item: callItem(call, 'completed') })
    ]
  })
