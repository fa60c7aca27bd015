// All that the product sends to others: which stand-in answers which address, and how a call may fail on its way.
import type { Engine } from '../engine/engine.ts'
import { ChatModel } from './chat-model.ts'
import { type Answer, responseOf } from './response.ts'
import { Shop } from './shop.ts'
import { Studio } from './studio.ts'

/** An operation of a client, as every prompt names it; after those of the turns before. */
const operationIn = (body: unknown): string =>
  textOf(body)
    .match(/op-[ab]-\d+/g)
    ?.at(-1) ?? ''

const textOf = (body: unknown): string =>
  typeof body === 'string' ? body : body instanceof FormData ? [...body.values()].join(' ') : ''

/** Looks at a call that costs the platform money before it is carried out. */
export type OnPaidCall = (operationId: string) => void

export class Network {
  readonly shop: Shop
  readonly model: ChatModel
  readonly studio: Studio
  readonly mails: string[] = []
  /** No faults any more. */
  isHealthy = false
  /** Whether the keys of repeated calls arrive. */
  hasKeys = true
  #calls = 0
  /** Replaces an answer of the shop: a seeded bug. */
  distortsShop: (path: string, answer: Answer) => Answer = (_, answer) => answer
  readonly #engine: Engine
  readonly #onPaidCall: OnPaidCall

  constructor(engine: Engine, onPaidCall: OnPaidCall) {
    this.#engine = engine
    this.#onPaidCall = onPaidCall
    this.shop = new Shop(engine)
    this.model = new ChatModel(engine)
    this.studio = new Studio(engine)
  }

  readonly fetch = (url: string, init: RequestInit): Promise<Answer> => {
    const { host, pathname, search } = new URL(url)
    const method = init.method ?? 'GET'
    const answer = () => ({ value: this.#answer(host, method, `${pathname}${search}`, init) })
    return this.#engine.ask('upstream', `${method} ${host}${pathname}`, answer, init.signal)
  }

  #answer(host: string, method: string, path: string, { body, headers }: RequestInit): Answer {
    switch (host) {
      case 'shop.test': {
        const key = (headers as Record<string, string> | undefined)?.['idempotence-key']
        const arrived = this.hasKeys ? key : `${++this.#calls}`
        return this.distortsShop(path, this.shop.answer(method, path, arrived, textOf(body)))
      }
      case 'model.test':
        this.#onPaidCall(operationIn(body))
        return this.model.answer(operationIn(body), this.isHealthy)
      case 'bfl.test':
        if (method === 'POST') this.#onPaidCall(operationIn(body))
        return this.studio.bfl(path, operationIn(body), this.isHealthy)
      case 'runway.test':
        if (method === 'POST') this.#onPaidCall(operationIn(body))
        return this.studio.runway(method, path, operationIn(body), this.isHealthy)
      case 'stability.test':
        this.#onPaidCall(operationIn(body))
        return this.studio.stability(operationIn(body), this.isHealthy)
      case 'files.example':
        return this.studio.file(path, this.isHealthy)
      case 'mail.test':
        this.mails.push(textOf(body))
        return responseOf(200, { status: 'success', job_id: '1', emails: [] })
      default:
        throw new Error(`Nothing answers at ${host}`)
    }
  }
}
