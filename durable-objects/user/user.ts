// One user: money, limits, answers and open pages, joined by parts.ts: one call and one commit before the model is asked.
// Hands the parts their calls and keeps the alarm that they share. Must never answer a request of a dead session.
import { DurableObject } from 'cloudflare:workers'
import type { Conversation } from '#contract/chats.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { MessageRow } from '#data/history/message-paths.ts'
import { openDirectory, openHistory } from '#data/database.ts'
import type { LooseMessage } from '#data/history/turns.ts'
import type { BucketRule, TakeResult } from '#domain/bucket.ts'
import { nameOf, report } from '#notices/report.ts'
import type { AnswerRefusal, AnswerStream, AnswerView, Asker, AskCommand, FinishedAnswer } from '../answer/calls.ts'
import type { OpenAnswer } from '../answer/open-answer.ts'
import { readEvents } from '../answer/reader.ts'
import type { SearchQuery } from '../search/calls.ts'
import type * as wallet from '../wallet/calls.ts'
import { ledgerBetween } from '../wallet/copy.ts'
import { admitAnswer } from './admit-answer.ts'
import type { UserCalls } from './calls.ts'
import { performDuties } from './duties.ts'
import { Gate } from './gate.ts'
import { partsOf, userIdOf } from './parts.ts'
import { SharedAlarm } from './shared-alarm.ts'

export class User extends DurableObject<Env> implements UserCalls {
  readonly #parts = partsOf(this.ctx, {
    userId: () => this.#userId,
    env: () => this.env,
    arm: () => this.#arm()
  })
  readonly #gate = new Gate(() => this.#admission)
  readonly #alarm = new SharedAlarm(this.ctx.storage)

  async credit(command: wallet.CreditCommand): Promise<wallet.CreditResult> {
    return this.#changed(this.#parts.wallet.credit(command))
  }

  async debit(command: wallet.CreditCommand): Promise<wallet.DebitResult> {
    return this.#changed(this.#parts.wallet.debit(command))
  }

  async reserve(command: wallet.ReserveCommand): Promise<wallet.ReserveResult> {
    return this.#changed(this.#parts.wallet.reserve(command))
  }

  async markDispatched(id: string): Promise<boolean> {
    return this.#parts.wallet.markDispatched(id)
  }

  async settle(command: wallet.SettleCommand): Promise<wallet.EndResult> {
    return this.#changed(this.#parts.wallet.settle(command))
  }

  async release(command: wallet.ReleaseCommand): Promise<wallet.EndResult> {
    return this.#changed(this.#parts.wallet.release(command))
  }

  async view(): Promise<wallet.WalletView> {
    return this.#parts.wallet.view()
  }

  async history(page: wallet.HistoryPage): Promise<wallet.WalletHistory> {
    return this.#parts.wallet.history(page)
  }

  async operation(id: string): Promise<wallet.OperationSteps | null> {
    return this.#parts.wallet.operation(id)
  }

  async linesBetween(firstSeq: number, lastSeq: number) {
    return ledgerBetween(this.ctx.storage.sql, this.#userId, firstSeq, lastSeq)
  }

  async audit(): Promise<wallet.WalletAudit> {
    return this.#parts.wallet.repair.audit()
  }

  async inspect(isFresh: boolean, copiedSeq?: number): Promise<wallet.WalletInspection> {
    return this.#parts.wallet.repair.inspect(isFresh, copiedSeq)
  }

  async thaw(isFresh: boolean): Promise<wallet.ThawResult> {
    return this.#parts.wallet.repair.thaw(isFresh)
  }

  async correct(command: wallet.CorrectCommand): Promise<wallet.CorrectResult> {
    return this.#changed(this.#parts.wallet.repair.correct(command))
  }

  async admitRead(asker: Asker) {
    return this.#gate.read(asker, () => ({ running: this.#parts.answers.runningIn() }))
  }

  async readBalance(asker: Asker) {
    return this.#gate.read(asker, () => ({ account: this.#parts.wallet.view() }))
  }

  async readHistory(asker: Asker, page: wallet.HistoryPage) {
    return this.#gate.read(asker, () => ({ history: this.#parts.wallet.history(page) }))
  }

  async readOperation(asker: Asker, id: string) {
    return this.#gate.read(asker, () => ({ operation: this.#parts.wallet.operation(id) }))
  }

  async readUnsavedTurns(asker: Asker, conversationId: number) {
    return this.#gate.read(asker, () => ({ turns: this.#parts.answers.unsaved.all(conversationId) }))
  }

  async readHits(asker: Asker, query: SearchQuery) {
    const find = () => this.#parts.conversations.find(query)
    return (await this.#gate.refusal(asker)) ?? { state: 'found' as const, hits: await find() }
  }

  async askAndRead(command: AskCommand): Promise<AnswerRefusal | AnswerStream> {
    const begun = await admitAnswer(this.#admission, command)
    if (begun.state === 'refused') return begun
    return this.#streamOf(begun.answer, command.sessionId, -1)
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
    return 'code' in found ? found : this.#streamOf(found, asker.sessionId, lastId)
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
    return this.#parts.buckets.take(rules, operationId)
  }

  async issueTicket(asker: Asker) {
    return this.#gate.read(asker, () => this.#parts.sockets.issueTicket(asker.sessionId))
  }

  async publish(message: LiveMessage): Promise<void> {
    // What is kept of the account says which plan it is on, and whether anything was ever bought.
    if (message.type === 'subscription' || message.type === 'payment') this.#parts.leases.forgetCallers()
    this.#parts.sockets.publish(message)
  }

  async endSession(sessionId: string): Promise<void> {
    this.#parts.leases.forgetCallers()
    this.#gate.endSession(sessionId)
    this.#parts.sockets.endSession(sessionId)
  }

  async removeConversation(conversationId: number): Promise<boolean> {
    return this.#parts.conversations.remove(conversationId)
  }

  async retitleConversation(id: number, title: string, from?: string): Promise<Conversation | undefined> {
    return this.#parts.conversations.retitle(id, title, from)
  }

  async showVersion(shown: { conversationId: number; messageId: number }): Promise<boolean> {
    return this.#parts.conversations.show(shown)
  }

  async addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined> {
    return this.#parts.conversations.addMessage(message)
  }

  async forgetTexts(): Promise<void> {
    this.#parts.conversations.forgetTexts()
  }

  /** Opens a socket for the ticket in the query. */
  override async fetch(request: Request): Promise<Response> {
    const response = this.#parts.sockets.open(request)
    this.#arm()
    return response
  }

  override webSocketMessage(socket: WebSocket) {
    this.#parts.sockets.refuse(socket)
  }

  override webSocketError(socket: WebSocket) {
    this.#parts.sockets.refuse(socket)
  }

  /** Alarms may run late or twice, so every duty may be repeated; a failed one has stored its next time. */
  override async alarm() {
    const around = {
      directory: openDirectory(this.env),
      history: () => this.#history,
      userId: () => this.#userId
    }
    await this.#alarm.perform(() => performDuties(this.#parts, around, Date.now()), {
      failed: (reason) => report(this.ctx.id.name ?? '', { event: 'user-alarm-failed', error: nameOf(reason) }),
      arm: () => this.#arm()
    })
  }

  get #userId(): string {
    return userIdOf(this.ctx.id)
  }

  get #history() {
    return openHistory(this.env, this.#userId)
  }

  get #admission() {
    return { directory: openDirectory(this.env), history: this.#history, userId: this.#userId, ...this.#parts }
  }

  async #find(asker: Asker, operationId: string): Promise<AnswerRefusal | OpenAnswer> {
    return (await this.#gate.refusal(asker)) ?? this.#parts.answers.find(operationId)
  }

  #streamOf(answer: OpenAnswer, sessionId: string, lastId: number): AnswerStream {
    return { state: 'accepted', stream: readEvents(answer.readable(), lastId, this.#gate.endOf(sessionId)) }
  }

  #changed<Result>(result: Result): Result {
    this.#arm()
    return result
  }

  /** Called after every write, in the same commit. */
  #arm() {
    const { wallet, answers, sockets, leases } = this.#parts
    this.#alarm.setTo([wallet.nextDueAt(), answers.nextDueAt(Date.now()), sockets.nextDueAt(), leases.nextDueAt()])
  }
}
