// One user: money, limits, answers and open pages, joined by parts.ts: one call and one commit before the model is asked.
// Hands the parts their calls and keeps the alarm that they share. Must never answer a request of a dead session.
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { Budgets } from '#contract/budgets.ts'
import type { LiveMessage } from '#contract/live.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import type { BucketRule, TakeResult } from '#domain/bucket.ts'
import type { Caller, SessionCaller } from '#domain/caller.ts'
import { isRestoring } from '#domain/environment.ts'
import { nameOf, report } from '#notices/report.ts'
import type { AnswerRefusal, AnswerStream, AnswerView, Asker, AskCommand, FinishedAnswer } from '../answer/calls.ts'
import type { OpenAnswer } from '../answer/open-answer.ts'
import { readEvents } from '../answer/reader.ts'
import type { KeyProof } from '../keys/calls.ts'
import type { SearchQuery } from '../search/calls.ts'
import type * as wallet from '../wallet/calls.ts'
import { accountOf, admitAnswer, callerOf } from './admit-answer.ts'
import { admitKey } from './admit-key.ts'
import { beginCall, type BeginCallCommand } from './begin-call.ts'
import type { UserCalls } from './calls.ts'
import { ChatOwner } from './chat-owner.ts'
import { performDuties } from './duties.ts'
import { Gate } from './gate.ts'

export class User extends ChatOwner implements UserCalls {
  readonly #gate = new Gate(() => this.#admission)

  async admitRead(asker: Asker) {
    return this.#gate.read(asker, () => ({ running: this.parts.answers.runningIn() }))
  }

  async readBalance(asker: Asker) {
    return this.#gate.read(asker, () => ({
      account: this.parts.wallet.view(),
      isFrozen: this.parts.wallet.isFrozen()
    }))
  }

  async readBudgets(asker: Asker) {
    return this.#gate.read(asker, () => ({ budgets: this.parts.wallet.budgets().view(Date.now()) }))
  }

  async viewBudgets(): Promise<Budgets> {
    return this.parts.wallet.budgets().view(Date.now())
  }

  async setBudget(period: BudgetPeriod, limitTokens: number | null): Promise<Budgets> {
    return this.changed(this.parts.wallet.budgets().set(period, limitTokens, Date.now()))
  }

  async liftBudget(period: BudgetPeriod): Promise<Budgets | null> {
    return this.changed(this.parts.wallet.budgets().lift(period, Date.now()))
  }

  async readHistory(asker: Asker, page: wallet.HistoryPage) {
    return this.#gate.read(asker, () => ({ history: this.parts.wallet.history(page) }))
  }

  async readOperation(asker: Asker, id: string) {
    return this.#gate.read(asker, () => ({ operation: this.parts.wallet.operation(id) }))
  }

  async readUnsavedTurns(asker: Asker, conversationId: number) {
    return this.#gate.read(asker, () => ({ turns: this.parts.answers.unsaved.all(conversationId) }))
  }

  async readHits(asker: Asker, query: SearchQuery) {
    const find = () => this.parts.conversations.find(query)
    return (await this.#gate.refusal(asker)) ?? { state: 'found' as const, hits: await find() }
  }

  async readJobHits(asker: Asker, words: readonly string[]) {
    const find = () => this.parts.works.find(this.#history, this.userId(), words)
    return (await this.#gate.refusal(asker)) ?? { state: 'found' as const, hits: await find() }
  }

  async readKeys(asker: Asker) {
    return (await this.#gate.refusal(asker)) ?? { state: 'found' as const, items: await this.viewKeys() }
  }

  async readKeyUsage(asker: Asker, since: number, limit: number) {
    return (await this.#gate.refusal(asker)) ?? { state: 'found' as const, ...(await this.keyUsage(since, limit)) }
  }

  async admitKey(proof: KeyProof) {
    return admitKey(this.#admission, this.#gate.counts, proof)
  }

  async beginCall(command: BeginCallCommand) {
    const [admission, { keys }] = [this.#admission, this.parts]
    const metering = await this.meteringFor()
    const around = {
      admitKey: (proof: KeyProof) => admitKey(admission, this.#gate.counts, proof),
      callerOf: (keyId: string) => callerOf(admission, { kind: 'key' as const, keyId }),
      provenKey: ({ keyId, secretHash }: KeyProof) => keys.proven(keyId, secretHash, Date.now()),
      metering
    }
    return this.metered(await beginCall(around, command))
  }

  async keyWorks(keyId: string, secretHash: string, callId?: string): Promise<boolean> {
    if (callId !== undefined) (await this.parts.metering.load()).keepOpen(callId, Date.now())
    return this.parts.keys.goesOn(keyId, secretHash) && (await accountOf(this.#admission, keyId)) !== null
  }

  async askAndRead(command: AskCommand): Promise<AnswerRefusal | AnswerStream> {
    const begun = await admitAnswer(this.#admission, command)
    if (begun.state === 'refused') return begun
    return this.#streamOf(begun.answer, command.caller, -1)
  }

  async askAndWait(command: AskCommand, resumes = false): Promise<AnswerRefusal | FinishedAnswer> {
    const begun = await admitAnswer(this.#admission, command)
    if (begun.state === 'refused') return begun
    const { answer, isNew } = begun
    if (!isNew && !resumes && !answer.end()) return { state: 'refused', code: 'OPERATION_IN_PROGRESS' }
    return answer.finished()
  }

  async readAnswer(asker: Asker, operationId: string, lastId: number): Promise<AnswerRefusal | AnswerStream> {
    const found = await this.#find(asker, operationId)
    return 'code' in found ? found : this.#streamOf(found, asker.caller, lastId)
  }

  async viewAnswer(asker: Asker, operationId: string): Promise<AnswerRefusal | AnswerView> {
    const found = await this.#find(asker, operationId)
    return 'code' in found ? found : found.view()
  }

  async stopAnswer(asker: Asker, operationId: string): Promise<AnswerRefusal | FinishedAnswer> {
    const found = await this.#find(asker, operationId)
    if ('code' in found) return found
    found.abort.abort()
    return found.finished()
  }

  async take(rules: BucketRule[], operationId?: string): Promise<TakeResult> {
    return this.parts.buckets.take(rules, operationId)
  }

  async giveBack(rule: BucketRule): Promise<void> {
    this.parts.buckets.giveBack(rule)
  }

  async issueTicket(asker: Asker & { caller: SessionCaller }) {
    return this.#gate.read(asker, () => this.parts.sockets.issueTicket(asker.caller.sessionId))
  }

  async publish(message: LiveMessage): Promise<void> {
    // The cached account has its plan, and whether the user ever bought anything.
    if (message.type === 'subscription' || message.type === 'payment') this.parts.leases.forgetCallers()
    this.parts.sockets.publish(message)
  }

  async hasOpenPage(): Promise<boolean> {
    return this.parts.sockets.hasOpenPage()
  }

  async endSession(sessionId: string): Promise<void> {
    this.parts.leases.forgetCallers()
    this.#gate.endSession(sessionId)
    this.parts.sockets.endSession(sessionId)
  }

  async forgetCallers(): Promise<void> {
    this.parts.leases.forgetCallers()
  }

  async forgetJob(operationId: string): Promise<void> {
    this.parts.works.forget(operationId)
  }

  async forgetTexts(): Promise<void> {
    this.parts.conversations.forgetTexts()
    this.parts.works.clear()
    await this.parts.project.clear()
    ;(await this.parts.metering.load()).forgetTexts()
    this.arm()
  }

  /** Opens a socket for the ticket in the query. */
  override async fetch(request: Request): Promise<Response> {
    const response = this.parts.sockets.open(request)
    this.arm()
    return response
  }

  override webSocketMessage(socket: WebSocket) {
    this.parts.sockets.refuse(socket)
  }

  override webSocketError(socket: WebSocket) {
    this.parts.sockets.refuse(socket)
  }

  /** Alarms may run late or twice, so every duty may be repeated; a failed one has stored its next time. */
  override async alarm() {
    if (isRestoring(this.env)) return this.sharedAlarm.putOff()
    const around = {
      directory: openDirectory(this.env),
      history: () => this.#history,
      userId: () => this.userId()
    }
    await this.sharedAlarm.perform(() => performDuties(this.parts, around, Date.now()), {
      failed: (reason) => report(this.ctx.id.name ?? '', { event: 'user-alarm-failed', error: nameOf(reason) }),
      arm: () => this.arm()
    })
  }

  get #history() {
    return openHistory(this.env, this.userId())
  }

  get #admission() {
    return { directory: openDirectory(this.env), history: this.#history, userId: this.userId(), ...this.parts }
  }

  async #find(asker: Asker, operationId: string): Promise<AnswerRefusal | OpenAnswer> {
    return (await this.#gate.refusal(asker)) ?? this.parts.answers.find(operationId)
  }

  #streamOf(answer: OpenAnswer, caller: Caller, lastId: number): AnswerStream {
    return { state: 'accepted', stream: readEvents(answer.readable(), lastId, this.#gate.endOf(caller)) }
  }
}
