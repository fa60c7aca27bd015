// Decides whether a request for an answer may begin: a living session, a plan that opens the model, a conversation of
// the user, room for its texts, the limits, a provider that is not switched off, the tokens. What the object knows
// already costs no call; the rest is one round trip to each of the two databases, at the same time.
import { surchargeOf } from '#contract/catalogue/attachments.ts'
import { mayUse } from '#contract/catalogue/plans.ts'
import type { Directory, History } from '#data/base/database.ts'
import { findCaller } from '#data/directory/caller.ts'
import { findForAsking, type FoundPath, type NamedFile } from '#data/history/asking.ts'
import { accountPlanOf, coveringPlanOf } from '#domain/account-plan.ts'
import { type Caller, deadCodeOf } from '#domain/caller.ts'
import { contextOf, type Turn } from '#domain/conversation-context.ts'
import { projectPartOf } from '#domain/project.ts'
import { beforeTheFirst, isBranching, type TurnPlace } from '#domain/turn-place.ts'
import { switchAgainst } from '#domain/service-switch.ts'
import { dayRule, hasRoom, messageBytes, withBooks } from '#domain/stored-bytes.ts'
import { isActiveSession } from '#domain/session.ts'
import type { Answers, Begun } from '../answer/answers.ts'
import type { AnswerRefusal, AnswerRequest, AskCommand } from '../answer/calls.ts'
import { connectedOf } from '../answer/routing.ts'
import type { Keys } from '../keys/keys.ts'
import type { Buckets } from '../limiter/buckets.ts'
import type { KnownCaller, Leases } from './leases.ts'
import { dearer, dearerProject, refusal, unfitFiles } from './question-refusals.ts'

export interface Admission {
  directory: Directory
  /** The history of this user. */
  history: History
  userId: string
  leases: Leases
  buckets: Buckets
  answers: Answers
  keys: Keys
}

interface Known {
  caller: KnownCaller | null
  /** The turns before the prompt and its place; null without a conversation; otherwise the reason for a refusal. */
  path: Placed | null | 'NOT_FOUND' | 'MESSAGE_NOT_FOUND' | 'CONFLICT'
  /** The files of the question that the user has. */
  files: NamedFile[]
  /** The caller comes from the cache: D1 may have changed since. */
  isKept: boolean
}

/** One with cards is read anew for the next question. */
interface Placed extends Pick<FoundPath, 'turns' | 'instruction' | 'hasCards' | 'project'> {
  place: TurnPlace
}

/** The turns to read. */
type Wanted = Pick<AnswerRequest, 'conversationId' | 'place' | 'prompt'> & { attachments: readonly string[] }

const nothingWanted: Wanted = { conversationId: null, prompt: '', attachments: [] }

/** More changes than this during one read from D1 are not waited for. */
const readsMax = 3

/** Reads from D1 what the object does not know. Reads again when something changed meanwhile. */
async function knownOf(admission: Admission, who: Caller, wanted: Wanted): Promise<Known> {
  const { directory, history, userId, leases } = admission
  for (let reads = 1; ; reads++) {
    const { changes } = leases
    const now = Date.now()
    const caller = leases.caller(who, now)
    const known = knownPath(leases, wanted)
    const needsFiles = wanted.attachments.length > 0
    if (caller && known !== undefined && !needsFiles) return { caller, path: known, files: [], isKept: true }
    const [account, { storedBytes = 0, path, files }] = await Promise.all([
      caller ? undefined : findCaller(directory, userId, who),
      findForAsking(history, {
        userId,
        countsBytes: !caller,
        conversationId: known === undefined ? (wanted.conversationId ?? undefined) : undefined,
        place: wanted.place,
        attachments: wanted.attachments
      })
    ])
    const foundCaller = account && { ...account, storedBytes }
    if (leases.changes !== changes && reads < readsMax) continue
    const read = path === undefined ? undefined : path ? placed(path, admission.answers, wanted) : 'NOT_FOUND'
    if (leases.changes === changes) {
      if (foundCaller) leases.keepCaller(who, foundCaller, now)
      keepPath(admission, wanted, read, now)
    }
    return { caller: caller ?? foundCaller ?? null, path: known ?? read ?? null, files, isKept: caller !== undefined }
  }
}

/** Undefined: D1 must be read, as always for a place that is not at the end of the shown path. */
function knownPath(leases: Leases, { conversationId, place }: Wanted): Placed | null | undefined {
  if (conversationId === null) return null
  const kept = place === undefined ? leases.path(conversationId) : undefined
  if (!kept) return undefined
  const { turns, ends, instruction, project = null } = kept
  return { turns, place: { below: ends.at(-1) ?? beforeTheFirst }, instruction, project, hasCards: false }
}

/** Not while a branch is about to be shown instead. */
function keepPath(
  { leases, answers }: Admission,
  { conversationId }: Wanted,
  read: Known['path'] | undefined,
  now: number
) {
  if (conversationId === null || !read || typeof read === 'string' || isBranching(read.place) || read.hasCards) return
  if (answers.unsaved.isBranching(conversationId)) return
  const { turns, instruction, project } = read
  // The queue that reads a file does not tell this object when it is done.
  if (project?.files.some(({ state }) => state === 'waiting')) return
  leases.keepPath(conversationId, { ends: [read.place.below], turns, instruction, project }, now)
}

function placed(
  path: FoundPath,
  answers: Answers,
  { conversationId, place, prompt, attachments }: Wanted
): Known['path'] {
  const { leafId, turns, named, instruction, project, hasCards } = path
  const beside = { instruction, project, hasCards }
  if (!isBranching(place)) {
    const unsaved = conversationId === null ? [] : unsavedTurns(answers, conversationId, path)
    return { turns: [...turns, ...unsaved], place: { below: leafId }, ...beside }
  }
  if ('after' in place)
    return named || place.after === beforeTheFirst ? { turns, place, ...beside } : 'MESSAGE_NOT_FOUND'
  if (named?.role !== 'user') return 'MESSAGE_NOT_FOUND'
  const { text, files = [] } = named
  const isSame = text.trim() === prompt.trim() && files.map(({ id }) => id).join() === attachments.join()
  return isSame ? { turns, place, ...beside } : 'CONFLICT'
}

/** The turns that were decided and continue this path, but are not in D1 yet. */
const unsavedTurns = (answers: Answers, conversationId: number, { leafId, ids, operationIds }: FoundPath): Turn[] =>
  answers.unsaved
    .decided(conversationId)
    .filter(({ operationId }) => !operationIds.has(operationId))
    .filter(({ below = leafId }) => below === leafId || below === beforeTheFirst || ids.has(below))
    .flatMap(({ turns }) => turns)

const isAlive = ({ keys }: Admission, who: Caller, { session }: KnownCaller, now: number): boolean =>
  who.kind === 'key' ? keys.works(who.keyId, now) : session !== null && isActiveSession(session, now)

/** The caller, if the session is alive or the key works; null for any other. */
function living(admission: Admission, who: Caller, caller: KnownCaller | null, now: number): KnownCaller | null {
  // Every session and every key has a confirmed address. The check refuses the call if that ever changes.
  return caller !== null && caller.verifiedAt !== null && isAlive(admission, who, caller, now) ? caller : null
}

/** The caller of a living session or a working key; null for any other. */
export async function callerOf(admission: Admission, who: Caller): Promise<KnownCaller | null> {
  const { caller } = await knownOf(admission, who, nothingWanted)
  return living(admission, who, caller, Date.now())
}

/** The account of a key, whether the key still works or not; null when it is blocked, to be erased or gone. */
export const accountOf = async (admission: Admission, keyId: string): Promise<KnownCaller | null> =>
  (await knownOf(admission, { kind: 'key', keyId }, nothingWanted)).caller

/** The bytes of a question in D1, which stores it only in a conversation, and only once. */
const bytesOf = ({ conversationId, place, prompt, model }: AnswerRequest): number =>
  conversationId === null || (place && 'answers' in place) ? 0 : messageBytes(prompt, model)

const isTooMuch = (caller: KnownCaller, request: AnswerRequest, now: number): boolean =>
  request.conversationId !== null && !hasRoom(caller, bytesOf(request), now)

/**
 * As `knownOf`, but a cached caller does not decide that there is no room: the user may just have deleted
 * something, of which this object does not always learn.
 */
async function knownWithRoom(admission: Admission, { caller, request, attachments = [] }: AskCommand): Promise<Known> {
  const wanted = { ...request, attachments }
  const known = await knownOf(admission, caller, wanted)
  if (!known.isKept || !known.caller || !isTooMuch(known.caller, request, Date.now())) return known
  admission.leases.forgetCallers()
  return knownOf(admission, caller, wanted)
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
  const { request, isBasicModel, runningMax, shownTokens = Infinity } = command
  const { contextTokens = null, seesPictures = true } = command
  const known = await knownWithRoom(admission, command)
  const { path, files: named } = known
  const now = Date.now()
  const caller = living(admission, command.caller, known.caller, now)
  if (!caller) return refusal(deadCodeOf(command.caller))
  if (!mayUse(accountPlanOf(caller, now), isBasicModel)) return refusal('MODEL_NOT_IN_PLAN')
  if (typeof path === 'string') return refusal(path)
  if (request.conversationId !== null && admission.leases.isClosing(request.conversationId)) return refusal('NOT_FOUND')
  const isKnown = admission.answers.has(request.operationId)
  const unfit = isKnown ? null : unfitFiles(command, named, now)
  if (unfit) return unfit
  if (isTooMuch(caller, request, now) && !isKnown) return refusal('STORAGE_FULL')
  const plan = coveringPlanOf(caller, now)
  if (!plan && request.priceTokens > shownTokens && !isKnown) return dearer(request, shownTokens)
  const wishes = {
    about: caller.about ?? '',
    project: path?.project?.instruction ?? '',
    instruction: path?.instruction ?? ''
  }
  const besideLength = wishes.about.length + wishes.project.length + wishes.instruction.length
  const files = named.map(({ file }) => file)
  const outputTokensMax = Math.max(0, ...request.routes.map((route) => route.outputTokensMax))
  const question = { prompt: request.prompt, files, besideLength, contextTokens, outputTokensMax }
  const project = projectPartOf(path?.project?.files ?? [], question)
  const priceTokens = request.priceTokens + surchargeOf(files) + project.tokens
  const { projectTokens: shownOfProject = Infinity } = command
  if (!plan && project.tokens > shownOfProject && !isKnown) return dearerProject(request.priceTokens, project.tokens)
  const refused = limited(admission, caller, command)
  if (refused) return refused
  // What is kept ends before the branch that is about to be shown.
  if (request.conversationId !== null && isBranching(request.place)) admission.leases.forgetPath(request.conversationId)
  const model = {
    contextTokens: contextTokens === null ? null : contextTokens - project.bytes,
    seesPictures,
    outputTokensMax
  }
  const begun = admission.answers.begin({
    request: {
      ...request,
      place: path?.place,
      priceTokens,
      ...(files.length > 0 && { files }),
      ...(project.tokens > 0 && { projectTokens: project.tokens })
    },
    turns: contextOf(path?.turns ?? [], request.prompt, { files, besideLength, model }),
    project,
    wishes,
    runningMax,
    plan,
    connected: connectedOf(command, caller.outages, now),
    // The prompt helper belongs to no chat service, so no switch of a service applies: decisions/0055-work.md.
    offReason: request.helpTask ? null : (switchAgainst(caller.switches, request)?.reason ?? null)
  })
  const isTooDear = begun.state === 'refused' && begun.code === 'INSUFFICIENT_TOKENS'
  return isTooDear && priceTokens > request.priceTokens ? { ...begun, priceTokens } : begun
}
