// Stubs of all Durable Objects: how each object is named, and which failed calls are retried.
import type { KeyCalls } from './keys/calls.ts'
import type { LimiterCalls } from './limiter/calls.ts'
import { retried } from './base/retry.ts'
import type { ApiCalls } from './user/begin-call.ts'
import type { ChatCalls, UserCalls } from './user/calls.ts'

type MeteredCalls = Pick<UserCalls, 'beginCall' | 'endCall' | 'keyWorks' | 'readCall' | 'readRepeat'>

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

const keysOf = (stub: () => KeyCalls & ApiCalls): Omit<KeyCalls & ApiCalls, keyof MeteredCalls> => ({
  readKeys: (asker) => withRetries(() => stub().readKeys(asker)),
  readKeyUsage: (...asked) => withRetries(() => stub().readKeyUsage(...asked)),
  viewKeys: () => withRetries(() => stub().viewKeys()),
  makeKey: (made) => withRetries(() => stub().makeKey(made)),
  changeKey: (...asked) => withRetries(() => stub().changeKey(...asked)),
  replaceKey: (...asked) => withRetries(() => stub().replaceKey(...asked)),
  endKey: (keyId) => withRetries(() => stub().endKey(keyId)),
  stopKeys: () => withRetries(() => stub().stopKeys()),
  eraseKeys: () => withRetries(() => stub().eraseKeys()),
  admitKey: (proof) => withRetries(() => stub().admitKey(proof)),
  noteTold: (...asked) => withRetries(() => stub().noteTold(...asked)),
  wasTold: (operationId) => withRetries(() => stub().wasTold(operationId)),
  orderWorks: (command) => withRetries(() => stub().orderWorks(command))
})

const chatsOf = (stub: () => ChatCalls): ChatCalls => ({
  retitleConversation: (...asked) => withRetries(() => stub().retitleConversation(...asked)),
  changeInstruction: (...asked) => withRetries(() => stub().changeInstruction(...asked)),
  showVersion: (shown) => withRetries(() => stub().showVersion(shown)),
  changeChatSettings: (...asked) => withRetries(() => stub().changeChatSettings(...asked)),
  forgetProjects: (fileIds) => withRetries(() => stub().forgetProjects(fileIds)),
  addWorks: (order) => withRetries(() => stub().addWorks(order)),
  // Not retried: after a lost reply the repetition would say that there is no such conversation, or add twice.
  removeConversation: (id) => stub().removeConversation(id),
  removeEmptyConversation: (id) => stub().removeEmptyConversation(id),
  addMessage: (message) => stub().addMessage(message)
})

const meteredOf = (stub: () => MeteredCalls): MeteredCalls => ({
  // A repetition may count one request twice: the caller loses one, the limit is never exceeded.
  beginCall: (command) => withRetries(() => stub().beginCall(command)),
  endCall: (command) => withRetries(() => stub().endCall(command)),
  keyWorks: (...asked) => withRetries(() => stub().keyWorks(...asked)),
  readCall: (callId) => withRetries(() => stub().readCall(callId)),
  readRepeat: (callId) => withRetries(() => stub().readRepeat(callId))
})

/** What a call of the API needs of its user's object: all calls would be made anew for each of them. */
export const meterOf = (env: Env, userId: string): MeteredCalls => meteredOf(() => env.USER.getByName(userId))

/** The object of one user. Idempotent calls are retried. */
export function userOf(env: Env, userId: string): UserCalls {
  const stub = (): UserCalls => env.USER.getByName(userId)
  return {
    ...meteredOf(stub),
    ...keysOf(stub),
    ...chatsOf(stub),
    credit: (command) => withRetries(() => stub().credit(command)),
    debit: (command) => withRetries(() => stub().debit(command)),
    takeTokens: (command) => withRetries(() => stub().takeTokens(command)),
    takeUpTo: (command) => withRetries(() => stub().takeUpTo(command)),
    reserve: (command) => withRetries(() => stub().reserve(command)),
    reserveAll: (commands) => withRetries(() => stub().reserveAll(commands)),
    openPrice: (id) => withRetries(() => stub().openPrice(id)),
    markDispatched: (id) => withRetries(() => stub().markDispatched(id)),
    settle: (command) => withRetries(() => stub().settle(command)),
    release: (command) => withRetries(() => stub().release(command)),
    view: () => withRetries(() => stub().view()),
    history: (page) => withRetries(() => stub().history(page)),
    operation: (id) => withRetries(() => stub().operation(id)),
    given: () => withRetries(() => stub().given()),
    linesBetween: (...asked) => withRetries(() => stub().linesBetween(...asked)),
    admitCall: (command) => withRetries(() => stub().admitCall(command)),
    spentOf: (keyId) => withRetries(() => stub().spentOf(keyId)),
    usageOfKeys: (...asked) => withRetries(() => stub().usageOfKeys(...asked)),
    viewMetering: () => withRetries(() => stub().viewMetering()),
    backupHead: () => withRetries(() => stub().backupHead()),
    backupLines: (...asked) => withRetries(() => stub().backupLines(...asked)),
    restoreLines: (lines) => withRetries(() => stub().restoreLines(lines)),
    restoreHead: (...asked) => withRetries(() => stub().restoreHead(...asked)),
    admitRead: (asker) => withRetries(() => stub().admitRead(asker)),
    readBalance: (asker) => withRetries(() => stub().readBalance(asker)),
    readBudgets: (asker) => withRetries(() => stub().readBudgets(asker)),
    viewBudgets: () => withRetries(() => stub().viewBudgets()),
    setBudget: (...asked) => withRetries(() => stub().setBudget(...asked)),
    liftBudget: (period) => withRetries(() => stub().liftBudget(period)),
    readHistory: (...asked) => withRetries(() => stub().readHistory(...asked)),
    readOperation: (...asked) => withRetries(() => stub().readOperation(...asked)),
    audit: () => withRetries(() => stub().audit()),
    inspect: (...asked) => withRetries(() => stub().inspect(...asked)),
    thaw: (isFresh) => withRetries(() => stub().thaw(isFresh)),
    correct: (command) => withRetries(() => stub().correct(command)),
    askAndRead: (command) => withRetries(() => stub().askAndRead(command)),
    askAndWait: (command) => withRetries((attempt) => stub().askAndWait(command, attempt > 1)),
    readAnswer: (...asked) => withRetries(() => stub().readAnswer(...asked)),
    viewAnswer: (...asked) => withRetries(() => stub().viewAnswer(...asked)),
    stopAnswer: (...asked) => withRetries(() => stub().stopAnswer(...asked)),
    readUnsavedTurns: (...asked) => withRetries(() => stub().readUnsavedTurns(...asked)),
    readHits: (...asked) => withRetries(() => stub().readHits(...asked)),
    readJobHits: (...asked) => withRetries(() => stub().readJobHits(...asked)),
    // A retried `take` may count one request twice: the caller loses one request, the limit is never exceeded.
    take: (...asked) => withRetries(() => stub().take(...asked)),
    // Not retried: after a lost reply the repetition would put back twice.
    giveBack: (rule) => stub().giveBack(rule),
    issueTicket: (asker) => withRetries(() => stub().issueTicket(asker)),
    // A retry may send a message twice, which is harmless: messages are hints.
    publish: (message) => withRetries(() => stub().publish(message)),
    hasOpenPage: () => withRetries(() => stub().hasOpenPage()),
    endSession: (sessionId) => withRetries(() => stub().endSession(sessionId)),
    forgetCallers: () => withRetries(() => stub().forgetCallers()),
    forgetTexts: () => withRetries(() => stub().forgetTexts()),
    forgetJob: (operationId) => withRetries(() => stub().forgetJob(operationId))
  }
}

/**
 * The limits of a caller who is not signed in, named like `ip:<network>` or `email:<hash>`. A retried `take` may count
 * one request twice: the caller loses one request of the limit, the limit is never exceeded.
 */
export function limiterOf(env: Env, name: string): LimiterCalls {
  const stub = (): LimiterCalls => env.LIMITER.getByName(name)
  return { take: (...asked) => withRetries(() => stub().take(...asked)) }
}
