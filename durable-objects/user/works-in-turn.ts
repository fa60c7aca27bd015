// The orders of one operation in a chat, one after the other, each with its reservation. An order without a question that the chat's
// tokens do not suffice for gives back what it has reserved; an order by click of the same operation must not begin without it.
import type { AddedWorks, WorksOrder } from '#data/history/cards.ts'
import type { History } from '#data/base/database.ts'
import { findJob } from '#data/history/jobs.ts'
import { notBegun } from '#domain/ledger-attempts.ts'
import type { Wallet } from '../wallet/wallet.ts'

export class WorksInTurn {
  readonly #wallet: Pick<Wallet, 'openPrice' | 'release'>
  readonly #history: () => History
  readonly #last = new Map<string, Promise<AddedWorks>>()

  constructor(wallet: Pick<Wallet, 'openPrice' | 'release'>, history: () => History) {
    this.#wallet = wallet
    this.#history = history
  }

  async add(order: WorksOrder, add: () => Promise<AddedWorks>): Promise<AddedWorks> {
    const { operationId } = order.card
    const before = this.#last.get(operationId)
    const next = () => this.#added(order, add)
    const mine = before ? before.then(next, next) : next()
    this.#last.set(operationId, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(operationId) === mine) this.#last.delete(operationId)
    }
  }

  async #added(order: WorksOrder, add: () => Promise<AddedWorks>): Promise<AddedWorks> {
    const { jobs, reserved = [] } = order
    if (jobs.some(({ operationId }) => this.#wallet.openPrice(operationId) === null) && !(await this.#areThere(order)))
      return { inserted: [], isShown: false, refused: 'released' }
    const added = await add()
    // Only what this order has reserved: an order by click that has come at the same time keeps what it has.
    if (added.refused) for (const id of reserved) this.#wallet.release({ id, outcome: notBegun })
    return added
  }

  /** A repeated call finds its jobs, which may have ended since. */
  async #areThere({ jobs: [first] }: WorksOrder): Promise<boolean> {
    return first !== undefined && (await findJob(this.#history(), first.id)) !== undefined
  }
}
