import type { Payment } from '#contract/payments.ts'
import type { SandboxState } from '#sandbox/app.ts'
import { type Caller, waitFor } from './caller.ts'
import type { Checked, Found, Progress, Task } from './task.ts'

export const boughtTokens = 100
const wanted = { tokens: boughtTokens, amount: boughtTokens, package_id: 'tokens-100' }
const card = '5555555555554444'

export interface Till {
  sandboxOrigin: string
  sandbox: SandboxState
}

/** Tokens bought and paid; only a notification or the periodic work tells the product that they are. */
export class PurchaseTask implements Task {
  readonly id: string
  readonly kind = 'purchase'
  readonly #caller: Caller
  readonly #till: Till
  #isSent = false
  #isPaid = false
  #isCredited = false

  constructor(caller: Caller, id: string, till: Till) {
    this.#caller = caller
    this.id = id
    this.#till = till
  }

  get progress(): Progress {
    if (!this.#isSent) return 'not sent'
    return this.#isCredited ? 'ended' : 'running'
  }

  /** Whether the user has paid and has no tokens yet: a kill must not lose such a purchase. */
  get isOwed() {
    return this.#isPaid && !this.#isCredited
  }

  async begin() {
    this.#isSent = true
    await this.#order()
    await this.#credited()
  }

  async comeBack() {
    await this.#order()
    await this.#credited()
  }

  async check({ usage }: Found): Promise<Checked> {
    const payments = await this.#payments()
    const credits = usage.filter(({ id }) => id.startsWith('payment:'))
    const paid = [...this.#till.sandbox.payments.register.payments.values()].filter(
      ({ metadata }) => metadata['user_id'] === this.#caller.person.userId
    )
    const wrong = {
      'not one completed payment': payments.length !== 1 || payments[0]?.status !== 'completed',
      'not credited once': credits.length !== 1 || credits[0]?.cost_in_tokens !== -boughtTokens,
      'not one paid payment at the provider': paid.length !== 1 || paid[0]?.status !== 'succeeded',
      'the provider knows another order': paid[0]?.metadata['order_id'] !== payments[0]?.id
    }
    const problems = Object.entries(wrong).flatMap(([problem, is]) => (is ? [`${this.id}: ${problem}`] : []))
    return { problems, chargedTokens: -boughtTokens, outcome: 'credited' }
  }

  async #order() {
    const headers = { 'idempotency-key': this.id }
    const { confirmation_token: token } = await this.#caller.insist<{ confirmation_token: string | null }>(
      '/tokens/purchase',
      { method: 'POST', body: wanted, headers }
    )
    if (this.#isPaid) return
    const body = JSON.stringify({ confirmation_token: token, card })
    const response = await fetch(`${this.#till.sandboxOrigin}/pay.json`, { method: 'POST', body })
    if (!response.ok) throw new Error(`${this.id} was not paid: ${response.status} ${await response.text()}`)
    this.#isPaid = true
  }

  async #credited() {
    await waitFor(`${this.id} is credited`, 150, async () => (await this.#payments())[0]?.status === 'completed')
    this.#isCredited = true
  }

  async #payments(): Promise<Payment[]> {
    return (await this.#caller.call<{ payments: Payment[] }>('/tokens/payments')).payments
  }
}
