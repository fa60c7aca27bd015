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
const mayRepeat: Record<keyof UserCalls, boolean> = {
  readKeys: true,
  readKeyUsage: true,
  viewKeys: true,
  makeKey: true,
  changeKey: true,
  replaceKey: true,
  endKey: true,
  stopKeys: true,
  eraseKeys: true,
  admitKey: true,
  noteTold: true,
  wasTold: true,
  orderWorks: true,
  retitleConversation: true,
  changeInstruction: true,
  showVersion: true,
  changeChatSettings: true,
  forgetProjects: true,
  addWorks: true,
  // A repetition may count one request twice: the caller loses one, the limit is never exceeded.
  beginCall: true,
  endCall: true,
  keyWorks: true,
  readCall: true,
  readRepeat: true,
  credit: true,
  debit: true,
  takeTokens: true,
  takeUpTo: true,
  reserve: true,
  reserveAll: true,
  openPrice: true,
  markDispatched: true,
  settle: true,
  release: true,
  view: true,
  history: true,
  operation: true,
  given: true,
  linesBetween: true,
  admitCall: true,
  spentOf: true,
  usageOfKeys: true,
  viewMetering: true,
  backupHead: true,
  backupLines: true,
  restoreLines: true,
  restoreHead: true,
  admitRead: true,
  readBalance: true,
  readBudgets: true,
  viewBudgets: true,
  setBudget: true,
  liftBudget: true,
  readHistory: true,
  readOperation: true,
  audit: true,
  inspect: true,
  thaw: true,
  correct: true,
  askAndRead: true,
  askAndWait: true,
  readAnswer: true,
  viewAnswer: true,
  stopAnswer: true,
  readUnsavedTurns: true,
  readHits: true,
  readJobHits: true,
  // As `beginCall`.
  take: true,
  issueTicket: true,
  // A message may come twice, which is harmless: messages are hints.
  publish: true,
  hasOpenPage: true,
  endSession: true,
  forgetCallers: true,
  forgetTexts: true,
  forgetJob: true,
  // The repetition would put back twice.
  giveBack: false,
  // The repetition would say that there is no such conversation, or add twice.
  removeConversation: false,
  removeEmptyConversation: false,
  addMessage: false
}

type Stub = Record<string, (...asked: unknown[]) => Promise<unknown>>

/** The calls of one object. They are made once for all objects, because each request asks one. */
class Calls {
  readonly stub: () => Stub

  constructor(stub: () => Stub) {
    this.stub = stub
  }
}

for (const [name, isRetried] of Object.entries(mayRepeat))
  Object.defineProperty(Calls.prototype, name, {
    value(this: Calls, ...asked: unknown[]) {
      // The repetition of a question resumes its answer.
      const call = (attempt: number) => this.stub()[name]!(...(name === 'askAndWait' ? [asked[0], attempt > 1] : asked))
      return isRetried ? withRetries(call) : call(1)
    }
  })

/**
 * The object of one user. Idempotent calls are retried. Both casts stand for what the compiler has checked at `mayRepeat`: its keys are the
 * calls of the object, and `Calls` has a method for each of them.
 */
export const userOf = (env: Env, userId: string): UserCalls =>
  new Calls(() => env.USER.getByName(userId) as unknown as Stub) as unknown as UserCalls

/**
 * The limits of a caller who is not signed in, named like `ip:<network>` or `email:<hash>`. A retried `take` may count
 * one request twice: the caller loses one request of the limit, the limit is never exceeded.
 */
export function limiterOf(env: Env, name: string): LimiterCalls {
  const stub = (): LimiterCalls => env.LIMITER.getByName(name)
  return { take: (...asked) => withRetries(() => stub().take(...asked)) }
}
