import { createParser } from 'eventsource-parser'
import { answerEvent, type AnswerEvent } from '#contract/answers.ts'
import '../../base/http/parse-output.ts'

export interface NumberedEvent {
  id: number
  event: AnswerEvent
}

/** The server pings every 15 seconds; a connection that is silent three times as long counts as broken. */
const silenceMaxMs = 45_000

/**
 * Passes the events of an answer's stream to `take`, all events of a network packet in one call, until the stream ends
 * or `take` returns `enough`. Throws when the connection breaks, falls silent or sends something that is not an event.
 */
export async function readEvents(response: Response, take: (events: NumberedEvent[]) => 'more' | 'enough') {
  if (!response.body) throw new TypeError('The answer has no body')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let packet: NumberedEvent[] = []
  const parser = createParser({
    onEvent: ({ id, data }) => packet.push({ id: numberOf(id), event: eventOf(data) })
  })
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read())
      if (done) return
      parser.feed(value)
      if (packet.length === 0) continue
      const events = packet
      packet = []
      if (take(events) === 'enough') return
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function numberOf(id: string | undefined): number {
  const number = Number(id || Number.NaN)
  if (!Number.isSafeInteger(number)) throw new TypeError('An event has no number')
  return number
}

/** Text and thinking are checked without zod: they are nearly all events of a stream. */
function eventOf(data: string): AnswerEvent {
  const value: unknown = JSON.parse(data)
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if ((type === 'delta' || type === 'thinking') && typeof (value as { text?: unknown }).text === 'string')
    return value as AnswerEvent
  // An event type that a newer server added: read as an empty delta, so that its id is counted.
  return type === 'start' || type === 'source' || type === 'done' || type === 'error'
    ? answerEvent.parse(value)
    : { type: 'delta', text: '' }
}

async function withinSilence<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The connection is silent')), silenceMaxMs)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}
