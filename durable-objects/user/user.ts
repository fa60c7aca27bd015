// One user: money, limits, answers and open pages, so that a request needs one call and one commit before the model is
// asked. The parts do not know each other; this object joins them and keeps the one alarm that all of them share.
import { DurableObject } from 'cloudflare:workers'
import type { LiveMessage } from '#contract/live.ts'
import { type MessageRow, removeConversation } from '#data/chats.ts'
import { openDatabase } from '#data/database.ts'
import { findUserJob } from '#data/jobs.ts'
import { addMessage, type LooseMessage } from '#data/turns.ts'
import type { BucketRule, TakeResult } from '#domain/bucket.ts'
import { type Environment, parseEnvironment } from '#domain/environment.ts'
import { ownerOutcomeOf } from '#domain/job.ts'
import type { OwnerOutcome } from '#domain/ledger-overdue.ts'
import { nameOf, report } from '#notices/report.ts'
import { Answers } from '../answer/answers.ts'
import type {
  AnswerRefusal,
  AnswerStream,
  AnswerView,
  AskCommand,
  FinishedAnswer,
  UnsavedTurn
} from '../answer/calls.ts'
import type { OpenAnswer } from '../answer/open-answer.ts'
import { readEvents } from '../answer/reader.ts'
import { saveTurn } from '../answer/save-turn.ts'
import { Buckets } from '../limiter/buckets.ts'
import { Sockets } from '../sockets/sockets.ts'
import type * as wallet from '../wallet/calls.ts'
import type { Reservation } from '../wallet/reservations.ts'
import { Wallet } from '../wallet/wallet.ts'
import { admitAnswer, callerOf } from './admit-answer.ts'
import type { UserCalls } from './calls.ts'
import { Leases } from './leases.ts'

const alarmPauseMs = 60_000

export class User extends DurableObject<Env> implements UserCalls {
  readonly #leases = new Leases(this.ctx.storage.sql)
  readonly #buckets = new Buckets(this.ctx.storage)
  readonly #sockets = new Sockets(this.ctx)
  readonly #wallet = new Wallet({
    storage: this.ctx.storage,
    userId: () => this.#userId,
    onChange: ({ availableTokens: tokens, reservedTokens, usedTokens: totalUsedTokens }, seq) =>
      this.#sockets.publish({ type: 'balance', tokens, reservedTokens, totalUsedTokens, seq })
  })
  readonly #answers = new Answers({
    storage: this.ctx.storage,
    userId: () => this.#userId,
    wallet: this.#wallet,
    environment: () => this.#environment(),
    waitUntil: (work) => this.ctx.waitUntil(work),
    publish: (message) => this.#sockets.publish(message),
    save: (row, text, isRepeated) => saveTurn(this.#saving, row, { text, isRepeated }),
    onDecided: ({ conversationId, prompt }, text) => {
      if (conversationId === null) return
      this.#leases.addTurns(
        conversationId,
        [
          { role: 'user', text: prompt },
          { role: 'assistant', text }
        ],
        Date.now()
      )
    },
    arm: () => this.#arm()
  })
  #parsed: Environment | null = null
  /** The time of the alarm that is set; null: none, or not known after a restart. */
  #armedAt: number | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#buckets.prepare()
  }

  async credit(command: wallet.CreditCommand): Promise<wallet.CreditResult> {
    return this.#changed(this.#wallet.credit(command))
  }

  async debit(command: wallet.CreditCommand): Promise<wallet.DebitResult> {
    return this.#changed(this.#wallet.debit(command))
  }

  async reserve(command: wallet.ReserveCommand): Promise<wallet.ReserveResult> {
    return this.#changed(this.#wallet.reserve(command))
  }

  async markDispatched(id: string): Promise<boolean> {
    return this.#wallet.markDispatched(id)
  }

  async settle(command: wallet.SettleCommand): Promise<wallet.EndResult> {
    return this.#changed(this.#wallet.settle(command))
  }

  async release(command: wallet.ReleaseCommand): Promise<wallet.EndResult> {
    return this.#changed(this.#wallet.release(command))
  }

  async view(): Promise<wallet.WalletView> {
    return this.#wallet.view()
  }

  async history(page: wallet.HistoryPage): Promise<wallet.WalletHistory> {
    return this.#wallet.history(page)
  }

  async operation(id: string): Promise<wallet.OperationSteps | null> {
    return this.#wallet.operation(id)
  }

  async audit(): Promise<wallet.WalletAudit> {
    return this.#wallet.audit()
  }

  async askAndRead(command: AskCommand): Promise<AnswerRefusal | AnswerStream> {
    const begun = await admitAnswer(this.#admission, command)
    if (begun.state === 'refused') return begun
    return { state: 'accepted', stream: readEvents(begun.answer.readable(), -1) }
  }

  async askAndWait(command: AskCommand, resumes = false): Promise<AnswerRefusal | FinishedAnswer> {
    const begun = await admitAnswer(this.#admission, command)
    if (begun.state === 'refused') return begun
    const { answer, isNew } = begun
    if (!isNew && !resumes && !answer.end()) return { state: 'refused', code: 'OPERATION_IN_PROGRESS' }
    return finished(answer)
  }

  async readAnswer(sessionId: string, operationId: string, lastId: number): Promise<AnswerRefusal | AnswerStream> {
    const found = await this.#find(sessionId, operationId)
    if ('code' in found) return found
    return { state: 'accepted', stream: readEvents(found.readable(), lastId) }
  }

  async viewAnswer(sessionId: string, operationId: string): Promise<AnswerRefusal | AnswerView> {
    const found = await this.#find(sessionId, operationId)
    if ('code' in found) return found
    const end = found.end()
    return { state: 'found', running: end === null, content: found.text.whole(), end }
  }

  async stopAnswer(sessionId: string, operationId: string): Promise<AnswerRefusal | FinishedAnswer> {
    const found = await this.#find(sessionId, operationId)
    if ('code' in found) return found
    found.abort.abort()
    return finished(found)
  }

  async unsavedTurns(conversationId: number): Promise<UnsavedTurn[]> {
    return this.#answers.unsavedTurns(conversationId).map(({ text: _, ...turn }) => turn)
  }

  async take(rules: BucketRule[], operationId?: string): Promise<TakeResult> {
    return this.#buckets.take(rules, operationId)
  }

  async issueTicket(sessionId: string): Promise<{ ticket: string; expiresAt: number }> {
    return this.#sockets.issueTicket(sessionId)
  }

  async publish(message: LiveMessage): Promise<void> {
    // What is kept of the account says which plan it is on, and whether anything was ever bought.
    if (message.type === 'subscription' || message.type === 'payment') this.#leases.forgetCallers()
    this.#sockets.publish(message)
  }

  async endSession(sessionId: string): Promise<void> {
    this.#leases.forgetCallers()
    this.#sockets.endSession(sessionId)
  }

  async removeConversation(conversationId: number): Promise<boolean> {
    try {
      return await removeConversation(this.#database, this.#userId, conversationId)
    } finally {
      this.#leases.forgetTurns(conversationId)
    }
  }

  async addMessage(message: Omit<LooseMessage, 'userId'>): Promise<MessageRow | undefined> {
    try {
      return await addMessage(this.#database, { ...message, userId: this.#userId })
    } finally {
      this.#leases.forgetTurns(message.conversationId)
    }
  }

  /** Opens a socket for the ticket in the query. */
  override async fetch(request: Request): Promise<Response> {
    const response = this.#sockets.open(request)
    this.#arm()
    return response
  }

  override webSocketMessage(socket: WebSocket) {
    this.#sockets.refuse(socket)
  }

  override webSocketError(socket: WebSocket) {
    this.#sockets.refuse(socket)
  }

  /** Alarms may run late or twice, so every step may be repeated; a failed step has stored its next time. */
  override async alarm() {
    this.#armedAt = null
    try {
      const now = Date.now()
      this.#buckets.deleteFull(now)
      this.#leases.performDue(now)
      await this.#answers.performDue(now)
      await this.#wallet.performDue(this.#database, (reservation) => this.#outcomeOf(reservation))
      await this.#sockets.performDue(this.#database, now)
      this.#arm()
    } catch (error) {
      report(this.#userId, { event: 'user-alarm-failed', error: nameOf(error) })
      // The platform stops retrying an alarm after six failures; setting a new one keeps it going.
      await this.ctx.storage.setAlarm(Date.now() + alarmPauseMs)
    }
  }

  get #userId(): string {
    const { name } = this.ctx.id
    if (name === undefined) throw new Error('The object of a user must be named after the user')
    return name
  }

  get #database() {
    return openDatabase(this.env.DB)
  }

  get #saving() {
    return { database: this.#database, userId: this.#userId, wallet: this.#wallet }
  }

  get #admission() {
    return {
      database: this.#database,
      userId: this.#userId,
      leases: this.#leases,
      buckets: this.#buckets,
      answers: this.#answers
    }
  }

  #environment(): Environment {
    this.#parsed ??= parseEnvironment(this.env)
    return this.#parsed
  }

  async #find(sessionId: string, operationId: string): Promise<AnswerRefusal | OpenAnswer> {
    if (!(await callerOf(this.#admission, sessionId))) return { state: 'refused', code: 'UNAUTHORIZED' }
    return this.#answers.find(operationId)
  }

  /** A job's row is ended before its reservation is settled. */
  async #outcomeOf({ owner, operationId }: Reservation): Promise<OwnerOutcome> {
    if (owner === 'answer') return this.#answers.outcomeOf(operationId)
    return ownerOutcomeOf(await findUserJob(this.#database, this.#userId, operationId))
  }

  #changed<Result>(result: Result): Result {
    this.#arm()
    return result
  }

  /**
   * Sets the one alarm to the earliest due time of all parts. Called after every write, in the same commit. An alarm
   * that comes too early finds nothing due and sets the next one, which costs less than moving it each time.
   */
  #arm() {
    const now = Date.now()
    const times = [
      this.#wallet.nextDueAt(),
      this.#answers.nextDueAt(now),
      this.#sockets.nextDueAt(now),
      this.#leases.nextDueAt()
    ]
    const dueAt = Math.min(...times.map((time) => time ?? Infinity))
    if (dueAt === Infinity || (this.#armedAt !== null && this.#armedAt <= dueAt)) return
    this.#armedAt = dueAt
    // The output gate holds back every answer until the alarm is stored, and resets the object if that fails.
    void this.ctx.storage.setAlarm(dueAt)
  }
}

async function finished(answer: OpenAnswer): Promise<FinishedAnswer> {
  const end = await answer.untilClosed()
  return { state: 'finished', content: answer.text.whole(), end }
}
