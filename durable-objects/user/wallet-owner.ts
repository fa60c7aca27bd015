// The part of a user's object that every other part needs: what it consists of, the alarm that the parts share, and the
// calls about money.
import { DurableObject } from 'cloudflare:workers'
import type * as backup from '../wallet/backup-calls.ts'
import type * as wallet from '../wallet/calls.ts'
import { ledgerBetween } from '../wallet/copy.ts'
import type * as metering from '../metering/calls.ts'
import { type GivenTokens, givenTokens } from '../wallet/journal-sums.ts'
import { takeTokens, takeUpTo, type TakeTokensCommand, type TakeTokensResult } from '../wallet/taking.ts'
import { loadUpkeep } from './late-upkeep.ts'
import { partsOf, userIdOf } from './parts.ts'
import { SharedAlarm } from './shared-alarm.ts'

// Helpers are properties and not methods, because an object offers all its methods over RPC.
export class WalletOwner
  extends DurableObject<Env>
  implements wallet.WalletCalls, backup.BackupCalls, metering.MeteringCalls
{
  protected readonly userId = (): string => userIdOf(this.ctx.id)

  protected readonly parts = partsOf(this.ctx, {
    userId: this.userId,
    env: () => this.env,
    arm: () => this.arm()
  })
  protected readonly sharedAlarm = new SharedAlarm(this.ctx.storage)

  /** Called after every write, in the same commit. */
  protected readonly arm = (): void => {
    const { wallet: money, metering, answers, sockets, leases } = this.parts
    const now = Date.now()
    const due = [answers.nextDueAt(now), answers.uncounted.nextDueAt(now), sockets.nextDueAt(), leases.nextDueAt()]
    this.sharedAlarm.setTo([money.nextDueAt(), metering.nextDueAt(now), ...due])
  }

  #armedSeq: number | undefined

  /** After a call of the API: while no line of the journal was added, nothing but metering has another time. */
  protected readonly metered = <Result>(result: Result): Result => {
    const { wallet: money, metering } = this.parts
    const seq = money.lastSeq()
    if (seq === this.#armedSeq && this.sharedAlarm.isSet) this.sharedAlarm.setTo([metering.nextDueAt(Date.now())])
    else this.arm()
    this.#armedSeq = seq
    return result
  }

  /** Metering, and what `metered` must know of an object that has just returned. */
  protected readonly meteringFor = async () => {
    const [metering] = await Promise.all([this.parts.metering.load(), this.sharedAlarm.learn()])
    if (this.sharedAlarm.isSet) this.#armedSeq ??= this.parts.wallet.lastSeq()
    return metering
  }

  protected readonly changed = <Result>(result: Result): Result => {
    this.arm()
    return result
  }

  async credit(command: wallet.CreditCommand): Promise<wallet.CreditResult> {
    return this.changed(this.parts.wallet.credit(command))
  }

  async debit(command: wallet.CreditCommand): Promise<wallet.DebitResult> {
    return this.changed(this.parts.wallet.debit(command))
  }

  async takeTokens(command: TakeTokensCommand): Promise<TakeTokensResult> {
    return this.changed(takeTokens(this.parts.wallet, command))
  }

  async takeUpTo(command: wallet.CreditCommand): Promise<{ takenTokens: number }> {
    return this.changed(takeUpTo(this.parts.wallet, command))
  }

  async reserve(command: wallet.ReserveCommand): Promise<wallet.ReserveResult> {
    return this.changed(this.parts.wallet.reserve(command))
  }

  async reserveAll(commands: readonly wallet.ReserveCommand[]): Promise<wallet.ReserveResult[]> {
    return this.changed(this.parts.wallet.reserveAll(commands))
  }

  async openPrice(id: string): Promise<number | null> {
    return this.parts.wallet.openPrice(id)
  }

  async markDispatched(id: string): Promise<boolean> {
    return this.parts.wallet.markDispatched(id)
  }

  async settle(command: wallet.SettleCommand): Promise<wallet.EndResult> {
    return this.changed(this.parts.wallet.settle(command))
  }

  async release(command: wallet.ReleaseCommand): Promise<wallet.EndResult> {
    return this.changed(this.parts.wallet.release(command))
  }

  async view(): Promise<wallet.WalletView> {
    return this.parts.wallet.view()
  }

  async history(page: wallet.HistoryPage): Promise<wallet.WalletHistory> {
    return this.parts.wallet.history(page)
  }

  async given(): Promise<GivenTokens & { usedTokens: number }> {
    return { ...givenTokens(this.ctx.storage.sql), usedTokens: this.parts.wallet.view().usedTokens }
  }

  async operation(id: string): Promise<wallet.OperationSteps | null> {
    return this.parts.wallet.operation(id)
  }

  async linesBetween(firstSeq: number, lastSeq: number) {
    return ledgerBetween(this.ctx.storage.sql, this.userId(), firstSeq, lastSeq)
  }

  async admitCall(command: metering.AdmitCallCommand): Promise<metering.AdmitCallResult> {
    return this.changed((await this.parts.metering.load()).admit(command))
  }

  async endCall(command: metering.EndCallCommand): Promise<metering.EndedCall | null> {
    return this.metered((await this.meteringFor()).end(command))
  }

  async readCall(callId: string): Promise<metering.CallReceipt | null> {
    return (await this.parts.metering.load()).store.receipt(callId)
  }

  async readRepeat(callId: string): Promise<metering.RepeatedCall | null> {
    const { repeats, store } = await this.parts.metering.load()
    const [kept, receipt] = [repeats.ofCall(callId), store.receipt(callId)]
    return kept && receipt && { ...kept, receipt }
  }

  async spentOf(keyId: string): Promise<metering.SpentOfKey> {
    return (await this.parts.metering.load()).store.sums.spentOf(keyId, Date.now())
  }

  async usageOfKeys(since: number, limit: number): Promise<metering.KeyUsage[]> {
    return (await this.parts.metering.load()).store.sums.usageOfKeys(since, limit)
  }

  async viewMetering(): Promise<metering.MeteringView> {
    return (await this.parts.metering.load()).view()
  }

  readonly #upkeep = async () => {
    const [metered, ofMoney] = await Promise.all([this.parts.metering.load(), this.#upkeepOfMoney()])
    return { metered, ...ofMoney }
  }

  readonly #upkeepOfMoney = async () => (await loadUpkeep())(this.parts.wallet.inside())

  async backupHead(): Promise<{ head: backup.WalletHead; open: backup.OpenAnswers }> {
    const { metered, backup: kept, openAnswers } = await this.#upkeep()
    const beside = { metering: metered.rows(), apiKeys: this.parts.keys.rows() }
    return { head: { ...kept.head(), ...beside }, open: openAnswers() }
  }

  async backupLines(after: number, upTo: number): Promise<backup.WalletPage> {
    return (await this.#upkeepOfMoney()).backup.lines(after, upTo)
  }

  async restoreLines(lines: readonly backup.WalletRow[]): Promise<number | null> {
    return (await this.#upkeepOfMoney()).backup.addLines(lines)
  }

  async restoreHead(head: backup.WalletHead, open: backup.OpenAnswers, copiedSeq: number) {
    const { metered, backup: kept, restoreAnswers } = await this.#upkeep()
    const restored = kept.finish(head, copiedSeq)
    if (restored.state === 'restored') restoreAnswers(open)
    if (restored.state === 'restored' && head.metering) metered.restore(head.metering)
    if (restored.state === 'restored' && head.apiKeys) this.parts.keys.restore(head.apiKeys)
    return this.changed(restored)
  }

  async audit(): Promise<wallet.WalletAudit> {
    return (await this.#upkeep()).repair.audit()
  }

  async inspect(isFresh: boolean, copiedSeq?: number): Promise<wallet.WalletInspection> {
    return (await this.#upkeep()).repair.inspect(isFresh, copiedSeq)
  }

  async thaw(isFresh: boolean): Promise<wallet.ThawResult> {
    return (await this.#upkeep()).repair.thaw(isFresh)
  }

  async correct(command: wallet.CorrectCommand): Promise<wallet.CorrectResult> {
    const { metered, repair } = await this.#upkeep()
    const corrected = repair.correct(command)
    if (corrected.state === 'corrected') metered.accept(Date.now())
    return this.changed(corrected)
  }
}
