// What happens outside of the platform without being asked for: payers pay, the shop's people return money, banks take their time,
// notifications come, doubled, late, forged.
import { takeNotification } from '#worker/payments/take-notification.ts'
import { advancePayment } from '#worker/payments/advance-payment.ts'
import { paymentPorts } from '#worker/payments/payment-ports.ts'
import { findPayment } from '#data/directory/payments.ts'
import { openDirectory } from '#data/base/database.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import type { Random } from '../engine/random.ts'
import { people } from '../ports/databases.ts'
import type { Notification, ShopPayment } from '../ports/shop.ts'
import type { World } from '../world/world.ts'
import type { People } from './people.ts'

const redeliveryMs = 30_000
/** The shop gives up after a day. */
const triesMax = 10

const lies: readonly (readonly [number, ShopPayment['lies']])[] = [
  [20, {}],
  [1, { amount: '1.00' }],
  [1, { order: 'another' }],
  [1, { user: 'another' }],
  [1, { paid: false }]
]

export class Outside {
  readonly #world: World
  readonly #people: People

  constructor(world: World, all: People) {
    this.#world = world
    this.#people = all
  }

  get #shop() {
    return this.#world.network.shop
  }

  get #pendingRefunds() {
    return [...this.#shop.refunds.values()].filter(({ status }) => status === 'pending')
  }

  get #paid() {
    return [...this.#shop.payments.values()].filter(({ status }) => status === 'succeeded')
  }

  /** What a payer can pay: the page has its token. */
  get #payable() {
    const { directory } = this.#world.used
    return this.#shop.open.filter(
      ({ id }) => directory.all('select 1 from payments where provider_payment_id = ?', [id]).length > 0
    )
  }

  canReturn(): boolean {
    return this.#paid.some((payment) => this.#shop.left(payment) > 0)
  }

  canHappen(): boolean {
    return this.#shop.open.length > 0 || this.#pendingRefunds.length > 0
  }

  async happen(random: Random): Promise<void> {
    const { engine, network } = this.#world
    const [refund] = this.#pendingRefunds
    if (refund && random.chance(0.5)) {
      engine.note(`bank: ${refund.id}`)
      return this.#shop.endRefund(refund, network.isHealthy || random.chance(0.5) ? 'succeeded' : 'canceled')
    }
    const open = this.#payable
    if (open.length === 0) return
    const payment = random.pick(open)
    engine.note(`payer: ${payment.id}`)
    payment.lies = payment.isCharge || network.isHealthy ? {} : random.weighted(lies)
    if (Object.keys(payment.lies).length > 0) engine.count('fault: payment lies')
    this.#shop.end(payment, random.chance(0.85) ? 'succeeded' : 'canceled')
    if (random.chance(0.5)) await this.#returnToPage(payment)
  }

  /** The payer comes back to the page, which asks about the payment. */
  #returnToPage({ orderId }: ShopPayment): Promise<void> {
    const { env } = this.#world
    const work = async () => {
      const row = await findPayment(openDirectory(env), orderId)
      return row && (await advancePayment(paymentPorts(env, environmentOf(env)), row, Date.now())).status
    }
    return this.#people.send({ name: 'return-page', work }, 0)
  }

  async notify(notification: Notification): Promise<void> {
    const { engine } = this.#world
    const { notifications } = this.#shop
    notifications.splice(notifications.indexOf(notification), 1)
    engine.note(`notification ${notification.event} of ${notification.object.payment_id ?? notification.object.id}`)
    const again = () => {
      if (notification.tries >= triesMax) return
      notifications.push({ ...notification, tries: notification.tries + 1, sentAt: engine.now + redeliveryMs })
    }
    let hasEnded = false
    await engine.begin(
      'notification',
      () => this.#take(notification),
      (outcome) => {
        hasEnded = true
        if (outcome === 'later' || 'error' in outcome) again()
      }
    )
    // What does not answer in time is sent again, whatever becomes of it.
    if (!hasEnded && engine.random.chance(0.1)) again()
  }

  #take({ event, object }: Pick<Notification, 'event' | 'object'>) {
    const [person] = people
    return takeNotification(this.#world.requestOf(person), { type: 'notification', event, object } as never)
  }

  /** A stranger can send a notification: of a payment that is not paid, or that is not there. */
  async forge(): Promise<void> {
    const { engine } = this.#world
    const [payment] = this.#shop.open
    engine.note('forged notification')
    engine.count('fault: notification forged')
    const object = payment ? { id: payment.id, metadata: { order_id: payment.orderId } } : { id: 'pay-0' }
    await this.#people.send({ name: 'forged', work: () => this.#take({ event: 'payment.succeeded', object }) }, 0)
  }

  /** Money goes back: an operator orders it here, or a person returns it in the shop's own pages. */
  async orderRefund(): Promise<void> {
    const { engine } = this.#world
    const paid = this.#paid.filter((payment) => this.#shop.left(payment) > 0)
    if (paid.length === 0) return
    const payment = engine.random.pick(paid)
    const left = this.#shop.left(payment)
    const kopecks = engine.random.chance(0.5) ? left : Math.max(1, Math.floor(left / 3))
    if (engine.random.chance(0.3)) {
      engine.note(`shop: returns ${kopecks} of ${payment.id}`)
      engine.count('refund in the shop')
      this.#shop.refund(payment, kopecks, null)
    } else await this.#people.refund(payment.orderId, kopecks)
  }
}
