// Notifications to the shop, redelivered until the shop answers 200, as YooKassa does.
import type { Clock } from '../base/clock.ts'
import type { Controls } from '../base/controls.ts'
import type { JsonObject } from '../base/json.ts'
import type { NotificationMode } from '../base/payment-faults.ts'

const ON_TIME_MS = 500
const LATE_MS = 10 * 60_000
const REDELIVERY_MS = [10_000, 30_000, 60_000, 5 * 60_000, 10 * 60_000, 30 * 60_000, 60 * 60_000]
const KEPT_NOTIFICATIONS = 500
const PATH = '/api/payments/yookassa/notifications'

export interface Notification {
  /** ISO 8601. */
  at: string
  event: string
  body: JsonObject
  /** The shop's status code for each attempt; null if it did not answer. */
  answers: (number | null)[]
}

export type Deliver = (url: string, body: string) => Promise<number>

const overNetwork: Deliver = async (url, body) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

export class Notifier {
  list: Notification[] = []
  readonly #clock: Clock
  readonly #controls: Controls
  readonly #deliver: Deliver

  constructor(clock: Clock, controls: Controls, deliver: Deliver = overNetwork) {
    this.#clock = clock
    this.#controls = controls
    this.#deliver = deliver
  }

  /** @param object called when the notification is sent, so that it shows the payment's state at that time */
  notify(event: string, object: () => JsonObject, notifications: NotificationMode): void {
    if (notifications === 'never') return
    const times = notifications === 'twice' ? 2 : 1
    const pauseMs = notifications === 'late' ? LATE_MS : ON_TIME_MS
    for (let time = 0; time < times; time++) void this.#deliverLater(event, object, pauseMs)
  }

  /** Sends a notification at once, whatever the mode; used for forged ones. @returns the shop's status code */
  async send(event: string, object: JsonObject): Promise<number | null> {
    return this.#attempt(this.#keep(event, object))
  }

  async #deliverLater(event: string, object: () => JsonObject, pauseMs: number): Promise<void> {
    await this.#pause(pauseMs)
    const notification = this.#keep(event, object())
    for (const waitMs of [0, ...REDELIVERY_MS]) {
      await this.#pause(waitMs)
      if ((await this.#attempt(notification)) === 200 || this.#controls.site === null) return
    }
  }

  #keep(event: string, object: JsonObject): Notification {
    const body = { type: 'notification', event, object }
    const notification = { at: new Date(this.#clock.now()).toISOString(), event, body, answers: [] }
    this.list = [...this.list.slice(1 - KEPT_NOTIFICATIONS), notification]
    return notification
  }

  async #attempt({ body, answers }: Notification): Promise<number | null> {
    const { site } = this.#controls
    if (site === null) return null
    const answer = await this.#deliver(site + PATH, JSON.stringify(body)).catch(() => null)
    answers.push(answer)
    return answer
  }

  async #pause(durationMs: number): Promise<void> {
    if (durationMs > 0) await this.#clock.wait(durationMs / this.#controls.speed, new AbortController().signal)
  }
}
