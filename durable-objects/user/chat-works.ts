// Works in chats, and what their user decides about them; loaded late. The orders of one operation are added one after the other, each with
// its reservation. An order without a question that the chat's tokens do not suffice for gives back what it has reserved; an order by click
// of the same operation must not begin without it.
import type { ChatSettings } from '#contract/chat-settings.ts'
import { type AddedWorks, addWorks, type WorksOrder } from '#data/history/cards.ts'
import { changeChatSettings, type ChatSettingsChange } from '#data/history/chat-settings.ts'
import type { History } from '#data/base/database.ts'
import { findJob } from '#data/history/jobs.ts'
import { notBegun } from '#domain/ledger-attempts.ts'
import type { Wallet } from '../wallet/wallet.ts'

interface Around {
  wallet: Pick<Wallet, 'openPrice' | 'release'>
  userId: () => string
  history: () => History
}

export class ChatWorks {
  readonly #around: Around
  readonly #last = new Map<string, Promise<AddedWorks>>()

  constructor(around: Around) {
    this.#around = around
  }

  changeSettings(conversationId: number, to: ChatSettingsChange): Promise<ChatSettings | undefined> {
    const { history, userId } = this.#around
    return changeChatSettings(history(), userId(), conversationId, { ...to, now: Date.now() })
  }

  async add(order: WorksOrder): Promise<AddedWorks> {
    const { operationId } = order.card
    const before = this.#last.get(operationId)
    const next = () => this.#added(order)
    const mine = before ? before.then(next, next) : next()
    this.#last.set(operationId, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(operationId) === mine) this.#last.delete(operationId)
    }
  }

  async #added(order: WorksOrder): Promise<AddedWorks> {
    const { wallet, history } = this.#around
    const { jobs, reserved = [] } = order
    if (jobs.some(({ operationId }) => wallet.openPrice(operationId) === null) && !(await this.#areThere(order)))
      return { inserted: [], isShown: false, refused: 'released' }
    const added = await addWorks(history(), order)
    // Only what this order has reserved: an order by click that has come at the same time keeps what it has.
    if (added.refused) for (const id of reserved) wallet.release({ id, outcome: notBegun })
    return added
  }

  /** A repeated call finds its jobs, which may have ended since. */
  async #areThere({ jobs: [first] }: WorksOrder): Promise<boolean> {
    return first !== undefined && (await findJob(this.#around.history(), first.id)) !== undefined
  }
}
