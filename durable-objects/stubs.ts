// Stubs of all Durable Objects: how each object is named, and which failed calls are retried.
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
 * Retries an idempotent call that failed because the object restarted or the connection was lost. An overloaded object
 * is not retried.
 * @param call gets the number of the attempt, from 1. It must ask for a new stub each time, because a failed stub stays
 * broken
 */
const withRetries = <Result>(call: (attempt: number) => Promise<Result>): Promise<Result> =>
  retried(call, { attemptsMax: 4, firstPauseMs: 50, isPassing: isWorthRetrying })

/** The wallet of one user. All its calls are idempotent, so all are retried. */
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
 * The limits of one subject, named like `user:<id>`, `ip:<address>` or `email:<hash>`. A retried `take` may count one
 * request twice: the caller loses one request of the limit, the limit is never exceeded.
 */
export function limiterOf(env: Env, name: string): LimiterCalls {
  const stub = (): LimiterCalls => env.LIMITER.getByName(name)
  return { take: (...asked) => withRetries(() => stub().take(...asked)) }
}

/**
 * One text answer. The user's id is part of the name, so another user's operation id leads to another, empty object.
 * All its calls are idempotent, so all are retried.
 */
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

/** The open sockets of one user. A retry may send a message twice, which is harmless: messages are hints. */
export function channelOf(env: Env, userId: string): ChannelCalls {
  const stub = (): ChannelCalls => env.CHANNEL.getByName(userId)
  return {
    issueTicket: (sessionId) => withRetries(() => stub().issueTicket(sessionId)),
    publish: (message) => withRetries(() => stub().publish(message)),
    endSession: (sessionId) => withRetries(() => stub().endSession(sessionId))
  }
}
