// A response of a provider, as far as the adapters read it. Node's own would take most of a run's time.
import type { Engine } from '../engine/engine.ts'

interface Read {
  done: boolean
  value?: Uint8Array | undefined
}

export class Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  #isRead = false

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }

  getReader() {
    return {
      read: async (): Promise<Read> => {
        if (this.#isRead) return { done: true }
        this.#isRead = true
        return { done: false, value: this.bytes }
      },
      cancel: () => this.cancel()
    }
  }

  /** Through a stream of known length: the bucket takes the bytes themselves. */
  pipeThrough() {
    return this
  }

  async cancel() {
    this.#isRead = true
  }
}

/** The events of an answer: each read is an effect, so that anything may happen between two words. */
export class EventBody {
  readonly #engine: Engine
  readonly #label: string
  /** The next bytes; null: the connection ends; `silence`: nothing comes any more. */
  readonly #next: () => Uint8Array | null | 'silence'
  #cancelled: ((read: Read) => void) | null = null
  #isOver = false

  constructor(engine: Engine, label: string, next: () => Uint8Array | null | 'silence') {
    this.#engine = engine
    this.#label = label
    this.#next = next
  }

  getReader() {
    return { read: () => this.#read(), cancel: () => this.cancel() }
  }

  async cancel() {
    this.#isOver = true
    this.#cancelled?.({ done: true })
  }

  #read(): Promise<Read> {
    if (this.#isOver) return Promise.resolve({ done: true })
    return new Promise((resolve, reject) => {
      this.#cancelled = resolve
      this.#engine
        .ask<Read>('stream', this.#label, (effect) => {
          const bytes = this.#next()
          if (bytes === 'silence') {
            this.#engine.drop(effect)
            return 'later'
          }
          return { value: bytes === null ? { done: true } : { done: false, value: bytes } }
        })
        .then(resolve, reject)
    })
  }
}

const encoder = new TextEncoder()

export function responseOf(status: number, body: unknown, headers: Record<string, string> = {}) {
  const isBody = body instanceof Body || body instanceof EventBody
  const sent = isBody ? body : new Body(new Uint8Array(encoder.encode(JSON.stringify(body))))
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers }
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => all[name] ?? null, has: (name: string) => name in all },
    body: sent
  }
}

export type Answer = ReturnType<typeof responseOf>
