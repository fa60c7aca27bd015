import { isObject, type JsonObject } from '../../base/json.ts'
import {
  AnnotatedText,
  annotationsOf,
  callEvents,
  callItem,
  reasoningItem,
  searchEvents,
  searchItem,
  thinkingEvents
} from './items.ts'
import { serverSentEvent, type AnswerWriter, type TextRequest } from '../answer/upstream.ts'
import type { AnnotationOf, Status } from './items.ts'
import type { Answer } from '../answer/answer.ts'

/** What differs between the upstreams that use the Responses format. */
export interface ResponsesDialect {
  usageOf(answer: Answer): JsonObject
  limitedMidway: { code: string; message: string; param: null }
  /** Whether a reasoning item says how far it is. */
  marksReasoning: boolean
  /** Whether the thinking is summarised for this request. */
  summarises(body: JsonObject): boolean
  annotationOf: AnnotationOf
  /** Whether the arguments of a call come in parts. */
  writesArguments: boolean
}

const ANNOTATED = 'response.output_text.annotation.added'

const serverError = { code: 'server_error', message: 'The model had an error while processing your request.' }

/** Writes an answer in the Responses format: named events with sequence numbers, without a final `[DONE]`. */
export function writeResponses(request: TextRequest, answer: Answer, dialect: ResponsesDialect): AnswerWriter {
  let sequenceNumber = 0
  const event = (type: string, fields: JsonObject) =>
    serverSentEvent({ type, sequence_number: sequenceNumber++, ...fields })
  const status: Status = answer.complete ? 'completed' : 'incomplete'
  const [thinks, searches, wordy] = [answer.thinkingTokens > 0, answer.search !== null, answer.text !== '']
  const place = { item_id: `msg_${answer.id}`, output_index: Number(thinks) + Number(searches), content_index: 0 }
  const summarised = dialect.summarises(request.body)
  const reasoning = (state: Status) =>
    reasoningItem(answer, summarised && state === 'completed', dialect.marksReasoning ? state : null)
  const annotations = annotationsOf(answer, dialect.annotationOf)
  const [part, annotated] = [partOf(answer, annotations), new AnnotatedText(annotations)]
  const response = (state: Status, changes: JsonObject = {}) => responseOf(request, answer, state, changes)
  const final = () =>
    response(status, {
      output: [
        ...(thinks ? [reasoning('completed')] : []),
        ...(searches ? [searchItem(answer, 'completed')] : []),
        ...(wordy ? [messageOf(answer, status, [part])] : []),
        ...answer.calls.map((call) => callItem(call, 'completed'))
      ],
      usage: dialect.usageOf(answer)
    })

  return {
    ping: null,
    opening() {
      const events = ['created', 'in_progress'].map((name) =>
        event(`response.${name}`, { response: response('in_progress') })
      )
      if (thinks) events.push(...thinkingEvents(answer, { summarised, itemOf: reasoning, emit: event }))
      if (searches) events.push(...searchEvents(answer, Number(thinks), event))
      if (wordy) {
        const item = messageOf(answer, 'in_progress', [])
        events.push(event('response.output_item.added', { output_index: place.output_index, item }))
        events.push(event('response.content_part.added', { ...place, part: partOf({ ...answer, text: '' }, []) }))
      }
      // What the client is not shown takes no time.
      return (thinks && summarised) || searches ? events : [events.join('')]
    },
    delta(delta) {
      if (answer.kind === 'refusal') return event('response.refusal.delta', { ...place, delta })
      const events = event('response.output_text.delta', { ...place, delta, logprobs: [] })
      return events + annotated.after(delta, (fields) => event(ANNOTATED, { ...place, ...fields }))
    },
    calls: () => callEvents(answer, place.output_index + Number(wordy), dialect.writesArguments, event),
    closing() {
      const events: string[] = []
      if (wordy) {
        events.push(
          answer.kind === 'refusal'
            ? event('response.refusal.done', { ...place, refusal: answer.text })
            : event('response.output_text.done', { ...place, text: answer.text, logprobs: [] })
        )
        events.push(event('response.content_part.done', { ...place, part }))
        const item = messageOf(answer, status, [part])
        events.push(event('response.output_item.done', { output_index: place.output_index, item }))
      }
      events.push(event(`response.${status}`, { response: final() }))
      return events.join('')
    },
    failure(fault) {
      if (fault === 'limited-midway') return event('error', { ...dialect.limitedMidway })
      return event('response.failed', { response: response('failed', { error: serverError }) })
    },
    malformed: () =>
      `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_${answer.id.slice(0, 4)}\n\n`
  }
}

function partOf({ kind, text }: Answer, annotations: JsonObject[]): JsonObject {
  return kind === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations }
}

function messageOf(answer: Answer, status: Status, content: JsonObject[]): JsonObject {
  return { id: `msg_${answer.id}`, type: 'message', status, role: 'assistant', content }
}

function responseOf(request: TextRequest, answer: Answer, status: Status, changes: JsonObject): JsonObject {
  const { body } = request
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: answer.createdAt,
    completed_at: status === 'completed' ? answer.createdAt + 1 : null,
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    metadata: body['metadata'] ?? {},
    model: request.answeredModel,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null, ...(isObject(body['reasoning']) ? body['reasoning'] : {}) },
    service_tier: 'default',
    store: body['store'] ?? true,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    truncation: 'disabled',
    usage: null,
    ...changes
  }
}
