// A user's client: calls of the API, and answers read as streams that go on after a crash.
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type AnswerEnd, type AnswerEvent, answerEvent } from '#contract/answers.ts'
import type { Envelope } from '#contract/envelope.ts'
import type { AccessSettings } from '#worker/crypto/access-token.ts'
import { accessTokenOf, type Person } from '../first-word/people.ts'

/** A call that the API refused. */
export class Refused extends Error {
  readonly code: string
  readonly data: unknown

  constructor(what: string, { status }: Response, { code, data }: Envelope) {
    super(`${what}: ${status} ${code} ${JSON.stringify(data)}`)
    this.code = code ?? ''
    this.data = data
  }
}

export interface Sending {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: object
  headers?: Record<string, string>
}

/** Refusals after which a client repeats its request with the same key. */
const passing = ['OPERATION_IN_PROGRESS', 'UNAVAILABLE', 'PAYMENT_DELAYED', 'TOO_MANY_RUNNING']
const pauseMs = 300

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats a check until it finds something. @throws Error when that takes too long */
export async function waitFor<Found>(
  what: string,
  seconds: number,
  look: () => Promise<Found | null | undefined | false>
): Promise<Found> {
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    await pause(pauseMs)
  }
  throw new Error(`Waited ${seconds} s in vain: ${what}`)
}

export class Caller {
  readonly person: Person
  readonly #settings: AccessSettings

  /** @param settings of the product; SITE_ORIGIN is where it is called */
  constructor(settings: AccessSettings, person: Person) {
    this.#settings = settings
    this.person = person
  }

  async send(path: string, { method = 'GET', body, headers = {} }: Sending = {}): Promise<Response> {
    return fetch(`${this.#settings.SITE_ORIGIN}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${accessTokenOf(this.#settings, this.person)}`,
        ...headers
      },
      ...(body && { body: JSON.stringify(body) })
    })
  }

  /** @throws Refused */
  async call<Data>(path: string, sending: Sending = {}): Promise<Data> {
    const response = await this.send(path, sending)
    const envelope = (await response.json()) as Envelope
    if (!envelope.success) throw new Refused(`${sending.method ?? 'GET'} ${path}`, response, envelope)
    return envelope.data as Data
  }

  /** Repeats a call that is refused for the moment. */
  insist<Data>(path: string, sending: Sending): Promise<Data> {
    return waitFor(`${path} is served`, 60, async () => {
      try {
        return await this.call<Data>(path, sending)
      } catch (error) {
        if (error instanceof Refused && passing.includes(error.code)) return null
        throw error
      }
    })
  }

  /** Reads an answer's stream into `reading`, to its end. @param onText called after each piece of text */
  async read(path: string, sending: Sending, reading: Reading, onText: () => void = () => {}): Promise<void> {
    const headers = { ...sending.headers, accept: 'text/event-stream' }
    const response = await this.send(path, { ...sending, headers })
    if (!response.ok || !response.body) throw new Refused(path, response, (await response.json()) as Envelope)
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { id, data } of events) {
      reading.take(Number(id), answerEvent.parse(JSON.parse(data)))
      onText()
    }
    if (!reading.end) throw new Error(`${path}: the stream closed before its end event`)
  }
}

/** The events that one reader has of an answer. */
export class Reading {
  lastId = -1
  text = ''
  end: AnswerEnd | null = null

  /** @throws Error when an event is missing, doubled or out of place */
  take(id: number, event: AnswerEvent) {
    if (this.end || id !== this.lastId + 1 || (event.type === 'start') !== (id === 0))
      throw new Error(`Event ${id} (${event.type}) came after event ${this.lastId}`)
    this.lastId = id
    if (event.type === 'delta') this.text += event.text
    if (event.type === 'done' || event.type === 'error') this.end = event
  }
}
