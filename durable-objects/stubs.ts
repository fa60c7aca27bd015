// The way to every Durable Object: who is named how, and which failures are tried again.
import type { AnswerCalls } from './answer/calls.ts'
import type { ChannelCalls } from './channel/calls.ts'
import type { LimiterCalls } from './limiter/calls.ts'
import { retried } from './retry.ts'
import type { WalletCalls } from './wallet/calls.ts'

const isWorthRetrying = (error: unknown) =>
  error instanceof Error &&
  'retryable' in error &&
  error.retryable === true &&
  !('overloaded' in error && error.overloaded === true)

/**
 * Repeats an idempotent call that an object's restart or a lost connection broke; an overloaded object is left alone.
 * @param call gets the number of the attempt, from 1; must ask for a new stub each time: one that failed stays broken
 */
const withRetries = <Result>(call: (attempt: number) => Promise<Result>): Promise<Result> =>
  retried(call, { attemptsMax: 4, firstPauseMs: 50, isPassing: isWorthRetrying })

/** One user's money. Every call may be repeated, so every call is. */
export function walletOf(env: Env, userId: string): WalletCalls {
  const stub = (): WalletCalls => env.WALLET.getByName(userId)
  return {
    credit: (command) => withRetries(() => stub().credit(command)),
    debit: (command) => withRetries(() => stub().debit(command)),
    reserve: (command) => withRetries(() => stub().reserve(command)),
    markDispatched: (id) => withRetries(() => stub().markDispatched(id)),
    settle: (command) => withRetries(() => stub().settle(command)),
    release: (command) => withRetries(() => stub().release(command)),
    view: () => withRetries(() => stub().view()),
    history: (page) => withRetries(() => stub().history(page)),
    operation: (id) => withRetries(() => stub().operation(id)),
    audit: () => withRetries(() => stub().audit())
  }
}

/**
 * The limits of one subject, named like `user:<id>`, `ip:<address>` or `email:<hash>`. A repeated `take` may take twice:
 * that errs against the caller by one request, never against us.
 */
export function limiterOf(env: Env, name: string): LimiterCalls {
  const stub = (): LimiterCalls => env.LIMITER.getByName(name)
  return { take: (...asked) => withRetries(() => stub().take(...asked)) }
}

/** One text answer of one user: another user's operation is another, empty object. Every call may be repeated. */
export function answerOf(env: Env, userId: string, operationId: string): AnswerCalls {
  const stub = (): AnswerCalls => env.ANSWER.getByName(`${userId}/${operationId}`)
  return {
    ask: (request) => withRetries(() => stub().ask(request)),
    askAndRead: (request) => withRetries(() => stub().askAndRead(request)),
    askAndWait: (request) => withRetries((attempt) => stub().askAndWait(request, attempt > 1)),
    read: (lastId) => withRetries(() => stub().read(lastId)),
    view: () => withRetries(() => stub().view()),
    stop: () => withRetries(() => stub().stop()),
    outcomeOf: () => withRetries(() => stub().outcomeOf())
  }
}

/** The open sockets of one user. A repeated message is a repeated hint. */
export function channelOf(env: Env, userId: string): ChannelCalls {
  const stub = (): ChannelCalls => env.CHANNEL.getByName(userId)
  return {
    issueTicket: (sessionId) => withRetries(() => stub().issueTicket(sessionId)),
    publish: (message) => withRetries(() => stub().publish(message)),
    endSession: (sessionId) => withRetries(() => stub().endSession(sessionId))
  }
}
