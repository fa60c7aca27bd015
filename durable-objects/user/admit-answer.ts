// Decides whether a request for an answer may begin: a living session, a plan that opens the model, a conversation of
// the user, room for its texts, the limits, a provider that is not switched off, the tokens. What the object knows
// already costs no call; the rest is one round trip to each of the two databases, at the same time.
import { mayUse } from '#contract/catalogue/plans.ts'
import type { Directory, History } from '#data/database.ts'
import { findCaller } from '#data/directory/caller.ts'
import { findForAsking } from '#data/history/asking.ts'
import { accountPlanOf, coveringPlanOf } from '#domain/account-plan.ts'
import { contextOf, type Turn } from '#domain/conversation-context.ts'
import { isAway } from '#domain/outage.ts'
import { dayRule, hasRoom, messageBytes, withBooks } from '#domain/stored-bytes.ts'
import { isActiveSession } from '#domain/session.ts'
import type { Answers, Begun } from '../answer/answers.ts'
import type { AnswerRefusal, AnswerRequest, AskCommand } from '../answer/calls.ts'
import type { Buckets } from '../limiter/buckets.ts'
import type { KnownCaller, Leases } from './leases.ts'

export interface Admission {
  directory: Directory
  /** The one with what this user has made. */
  history: History
  userId: string
  leases: Leases
  buckets: Buckets
  answers: Answers
}

interface Known {
  caller: KnownCaller | null
  /** The earlier turns; null when the user has no such conversation. */
  turns: Turn[] | null
  /** The caller was known before: D1 may say something else by now. */
  isKept: boolean
}

/** More changes than this during one read from D1 are not waited for. */
const readsMax = 3

/** Reads from D1 what the object does not know. Reads again when something changed meanwhile. */
async function knownOf(
  { directory, history, userId, leases, answers }: Admission,
  sessionId: string,
  conversationId: number | null
): Promise<Known> {
  for (let reads = 1; ; reads++) {
    const { changes } = leases
    const now = Date.now()
    const caller = leases.caller(sessionId, now)
    const turns = conversationId === null ? [] : leases.turns(conversationId)
    if (caller && turns) return { caller, turns, isKept: true }
    const [account, found] = await Promise.all([
      caller ? undefined : findCaller(directory, userId, sessionId),
      findForAsking(history, {
        userId,
        countsBytes: !caller,
        conversationId: turns || conversationId === null ? undefined : conversationId
      })
    ])
    const { storedBytes = 0 } = found
    const foundCaller = account && { ...account, storedBytes }
    if (leases.changes !== changes && reads < readsMax) continue
    const unsaved = conversationId === null ? [] : unsavedTurns(answers, conversationId, found.savedIds)
    const read = found.turns && [...found.turns, ...unsaved]
    if (leases.changes === changes) {
      if (foundCaller) leases.keepCaller(sessionId, foundCaller, now)
      if (read && conversationId !== null) leases.keepTurns(conversationId, read, now)
    }
    return { caller: caller ?? foundCaller ?? null, turns: turns ?? read ?? null, isKept: caller !== undefined }
  }
}

/** The turns that were decided but are not in D1 yet. */
const unsavedTurns = (answers: Answers, conversationId: number, savedIds: ReadonlySet<string | null>): Turn[] =>
  answers
    .decidedTurns(conversationId)
    .filter(({ operationId }) => !savedIds.has(operationId))
    .flatMap(({ turns }) => turns)

// A session always has a confirmed address. This check keeps everything closed should that ever change.
const isAlive = (caller: KnownCaller | null, now: number): caller is KnownCaller =>
  caller !== null && caller.verifiedAt !== null && isActiveSession(caller, now)

/** The caller of a living session; null for any other. */
export async function callerOf(admission: Admission, sessionId: string): Promise<KnownCaller | null> {
  const { caller } = await knownOf(admission, sessionId, null)
  return isAlive(caller, Date.now()) ? caller : null
}

const refusal = (code: AnswerRefusal['code']): AnswerRefusal => ({ state: 'refused', code })

/** What a question takes in D1, which stores it only in a conversation. */
const bytesOf = ({ conversationId, prompt, model }: AnswerRequest): number =>
  conversationId === null ? 0 : messageBytes(prompt, model)

const isTooMuch = (caller: KnownCaller, request: AnswerRequest, now: number): boolean =>
  request.conversationId !== null && !hasRoom(caller, bytesOf(request), now)

/**
 * As `knownOf`, but what is kept of a caller does not decide that there is no room: the user may just have deleted
 * something, which this object is not always told.
 */
async function knownWithRoom(admission: Admission, { sessionId, request }: AskCommand): Promise<Known> {
  const known = await knownOf(admission, sessionId, request.conversationId)
  if (!known.isKept || !known.caller || !isTooMuch(known.caller, request, Date.now())) return known
  admission.leases.forgetCallers()
  return knownOf(admission, sessionId, request.conversationId)
}

/** Takes from the limits of requests and of bytes. @returns the refusal; null when both let the request through */
function limited({ buckets }: Admission, caller: KnownCaller, { request, limit }: AskCommand): AnswerRefusal | null {
  const bytes = dayRule(caller, withBooks(bytesOf(request)), Date.now())
  const taken = buckets.take([limit, bytes], request.operationId)
  if (taken.allowed) return null
  const code = taken.key === bytes.key ? 'STORAGE_DAY_FULL' : 'RATE_LIMITED'
  return { ...refusal(code), retryAfterSeconds: taken.retryAfterSeconds }
}

/** Begins an answer, or joins it. After the last `await` everything is one commit. */
export async function admitAnswer(admission: Admission, command: AskCommand): Promise<Begun> {
  const { request, isBasicModel, runningMax } = command
  const { caller, turns } = await knownWithRoom(admission, command)
  const now = Date.now()
  if (!isAlive(caller, now)) return refusal('UNAUTHORIZED')
  if (!mayUse(accountPlanOf(caller, now), isBasicModel)) return refusal('MODEL_NOT_IN_PLAN')
  if (!turns) return refusal('NOT_FOUND')
  if (isTooMuch(caller, request, now) && !admission.answers.has(request.operationId)) return refusal('STORAGE_FULL')
  const refused = limited(admission, caller, command)
  if (refused) return refused
  return admission.answers.begin({
    request,
    turns: contextOf(turns, request.prompt),
    runningMax,
    plan: coveringPlanOf(caller, now),
    isAway: isAway(caller.outages, request.upstream.provider, now)
  })
}
