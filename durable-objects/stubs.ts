// Stubs of all Durable Objects: how each object is named, and which failed calls are retried.
import type { LimiterCalls } from './limiter/calls.ts'
import { retried } from './base/retry.ts'
import type { UserCalls } from './user/calls.ts'

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

/** Whether a call may be repeated with the same arguments after its reply was lost. */
interface MayRepeat {
  readKeys: true
  readKeyUsage: true
  viewKeys: true
  makeKey: true
  changeKey: true
  replaceKey: true
  endKey: true
  stopKeys: true
  eraseKeys: true
  admitKey: true
  noteTold: true
  wasTold: true
  orderWorks: true
  retitleConversation: true
  changeInstruction: true
  showVersion: true
  changeChatSettings: true
  forgetProjects: true
  addWorks: true
  // A repetition may count one request twice: the caller loses one, the limit is never exceeded.
  beginCall: true
  endCall: true
  keyWorks: true
  readCall: true
  readRepeat: true
  credit: true
  debit: true
  takeTokens: true
  takeUpTo: true
  reserve: true
  reserveAll: true
  openPrice: true
  markDispatched: true
  settle: true
  release: true
  view: true
  history: true
  operation: true
  given: true
  linesBetween: true
  admitCall: true
  spentOf: true
  usageOfKeys: true
  viewMetering: true
  backupHead: true
  backupLines: true
  restoreLines: true
  restoreHead: true
  admitRead: true
  readBalance: true
  readBudgets: true
  viewBudgets: true
  setBudget: true
  liftBudget: true
  readHistory: true
  readOperation: true
  audit: true
  inspect: true
  thaw: true
  correct: true
  askAndRead: true
  askAndWait: true
  readAnswer: true
  viewAnswer: true
  stopAnswer: true
  readUnsavedTurns: true
  readHits: true
  readJobHits: true
  // As `beginCall`.
  take: true
  issueTicket: true
  // A message may come twice, which is harmless: messages are hints.
  publish: true
  hasOpenPage: true
  endSession: true
  forgetCallers: true
  forgetTexts: true
  forgetJob: true
  // The repetition would put back twice.
  giveBack: false
  // The repetition would say that there is no such conversation, or add twice.
  removeConversation: false
  removeEmptyConversation: false
  addMessage: false
}

type Stub = Record<string, (...asked: unknown[]) => Promise<unknown>>

/** Those that are called once. @param Table says it for every call of the object */
type Once<Table extends Record<keyof UserCalls, boolean>> = {
  [Name in keyof Table as Table[Name] extends false ? Name : never]: true
}

const once: Once<MayRepeat> = {
  giveBack: true,
  removeConversation: true,
  removeEmptyConversation: true,
  addMessage: true
}

/** As the stub itself, it has a call of each name: the compiler knows which there are. */
const calls: ProxyHandler<() => Stub> = {
  get(stub, name) {
    // An object with `then` would be taken for a promise.
    if (typeof name !== 'string' || name === 'then') return undefined
    return (...asked: unknown[]) => {
      // The repetition of a question resumes its answer.
      const call = (attempt: number) => stub()[name]!(...(name === 'askAndWait' ? [asked[0], attempt > 1] : asked))
      return Object.hasOwn(once, name) ? call(1) : withRetries(call)
    }
  }
}

/** The object of one user. Idempotent calls are retried. The casts stand for `MayRepeat`, which must name every call of the object. */
export const userOf = (env: Env, userId: string): UserCalls =>
  new Proxy(() => env.USER.getByName(userId) as unknown as Stub, calls) as unknown as UserCalls

/**
 * The limits of a caller who is not signed in, named like `ip:<network>` or `email:<hash>`. A retried `take` may count
 * one request twice: the caller loses one request of the limit, the limit is never exceeded.
 */
export const limiterOf = (env: Env, name: string): LimiterCalls =>
  new Proxy(() => env.LIMITER.getByName(name) as unknown as Stub, calls) as unknown as LimiterCalls
