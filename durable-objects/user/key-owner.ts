// The part of a user's object that makes, changes and ends the keys of the API.
import type { ApiKey } from '#contract/api-keys.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import type { KeyChoice, KeyFacts, KeyResult, KeySecret, SeenKey } from '../keys/calls.ts'
import { keyBudgetsOf, type OrderCommand } from './begin-call.ts'
import { WalletOwner } from './wallet-owner.ts'

/** Among the names of limits in the same table: no limit is called so. */
const toldKey = 'answer told'

export class KeyOwner extends WalletOwner {
  async viewKeys(withEnded?: boolean): Promise<SeenKey[]> {
    return this.withSpent(this.parts.keys.list(Date.now(), withEnded))
  }

  async makeKey(made: KeySecret & KeyChoice): Promise<KeyResult> {
    return this.#done(this.parts.keys.make(made, Date.now()))
  }

  async changeKey(keyId: string, change: Partial<KeyChoice>): Promise<KeyResult> {
    return this.#done(this.parts.keys.change(keyId, change, Date.now()))
  }

  async replaceKey(secret: KeySecret, overlapsUntil: number | null): Promise<KeyResult> {
    return this.#done(this.parts.keys.replace(secret, overlapsUntil, Date.now()))
  }

  async endKey(keyId: string): Promise<boolean> {
    return this.parts.keys.end(keyId, Date.now())
  }

  async stopKeys(): Promise<void> {
    this.parts.leases.forgetCallers()
  }

  async eraseKeys(): Promise<void> {
    this.parts.keys.erase()
  }

  async orderWorks({ proof, model, commands }: OrderCommand) {
    const metering = await this.parts.metering.load()
    const key = this.parts.keys.proven(proof.keyId, proof.secretHash, Date.now())
    if (!key) return { state: 'refused' as const, code: 'INVALID_KEY' as const }
    return this.changed(metering.order({ keyId: key.id, keyBudgets: keyBudgetsOf(key), model, commands }))
  }

  async noteTold(operationId: string, until: number): Promise<void> {
    this.parts.buckets.note({ operationId, key: toldKey, until }, Date.now())
  }

  async wasTold(operationId: string): Promise<boolean> {
    return this.parts.buckets.hasNote(operationId, toldKey, Date.now())
  }

  protected readonly withSpent = async (keys: readonly KeyFacts[]): Promise<ApiKey[]> => {
    const { sums } = (await this.parts.metering.load()).store
    const now = Date.now()
    return keys.map((key) => {
      const { day, month, total } = sums.spentOf(key.id, now)
      return {
        ...key,
        spent: { day: day / microsPerToken, month: month / microsPerToken, total: total / microsPerToken }
      }
    })
  }

  protected readonly keyUsage = async (since: number, limit: number) => {
    const { sums } = (await this.parts.metering.load()).store
    return { usage: sums.newestUsage(since, limit), names: this.parts.keys.names() }
  }

  async #done(result: KeyResult<KeyFacts>): Promise<KeyResult> {
    if (result.state !== 'done') return result
    const [apiKey] = await this.withSpent([result.apiKey])
    if (!apiKey) throw new Error('A key that was stored is not there')
    return { state: 'done', apiKey }
  }
}
