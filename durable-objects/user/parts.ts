// The parts of a user's object, and the calls between them. Only the answers use another part, the wallet, which is
// passed to them here: this file joins the parts.
import { openHistory } from '#data/base/database.ts'
import type { Turn } from '#domain/conversation-context.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { messageBytes, storedBytesKey } from '#domain/stored-bytes.ts'
import { toldAnswer } from '#domain/told-works.ts'
import { endBefore } from '#domain/turn-place.ts'
import { Answers } from '../answer/answers.ts'
import { readInTime, textIfKept, withTheirFiles } from '../answer/asked.ts'
import type { AnswerContent } from '../answer/chunk.ts'
import { askAfter } from '../answer/late-memory-offer.ts'
import { saveTurn } from '../answer/saving.ts'
import { breakersOf, takeCall, tellRouteState } from '../base/breakers.ts'
import { noteUnpaid } from '../base/provider-outage.ts'
import { raiseAlarm } from '../base/raise-alarm.ts'
import { Keys } from '../keys/keys.ts'
import { JobSearch } from '../search/job-search.ts'
import { prepareOnce } from '../base/tables.ts'
import { Buckets, bucketTables } from '../limiter/buckets.ts'
import { Sockets } from '../sockets/sockets.ts'
import { LateMetering } from '../metering/late-metering.ts'
import { Wallet } from '../wallet/wallet.ts'
import { Conversations } from './conversations.ts'
import { LateProject } from './late-project.ts'
import { Leases } from './leases.ts'

export interface Parts {
  leases: Leases
  buckets: Buckets
  sockets: Sockets
  wallet: Wallet
  metering: LateMetering
  answers: Answers
  conversations: Conversations
  works: JobSearch
  project: LateProject
  keys: Keys
}

/** All are functions, because the object is not complete yet when its parts are made. */
export interface Whole {
  userId: () => string
  env: () => Env
  /** Sets the object's alarm, after every write. */
  arm: () => void
}

/** An object is named after its user. */
export function userIdOf({ name }: DurableObjectId): string {
  if (name === undefined) throw new Error('The object of a user must be named after the user')
  return name
}

const answerBytes = ({ text, thinking, sources, proposals, read }: AnswerContent, model: string): number =>
  messageBytes(text, model, thinking, ...[sources, proposals, read].map((list) => list && JSON.stringify(list)))

/** A question and its answer as the next question tells them. */
const turnsOf = (prompt: string, files: Turn['files'], { text, proposals }: AnswerContent): Turn[] => [
  { role: 'user', text: prompt, files },
  { role: 'assistant', text: toldAnswer(text, proposals) }
]

export function partsOf(ctx: DurableObjectState, { userId, env, arm }: Whole): Parts {
  const { storage } = ctx
  const leases = new Leases(storage.sql, arm)
  const buckets = new Buckets(storage)
  prepareOnce(storage.sql, 'buckets', bucketTables)
  const sockets = new Sockets(ctx)
  const wallet = new Wallet({
    storage,
    userId,
    onChange: ({ availableTokens: tokens, reservedTokens, usedTokens: totalUsedTokens }, seq) =>
      sockets.publish({ type: 'balance', tokens, reservedTokens, totalUsedTokens, seq }),
    beside: () => metering.violations(),
    onFrozen: (violation) => ctx.waitUntil(raiseAlarm(env(), userId(), { event: 'wallet-frozen', violation }))
  })
  const metering = new LateMetering({ storage, wallet, userId })
  const project = new LateProject(storage, (file) => textIfKept(env().MEDIA, file))
  const settings = () => environmentOf(env())
  const answers = new Answers({
    storage,
    userId,
    wallet,
    environment: settings,
    arm,
    waitUntil: (work) => ctx.waitUntil(work),
    publish: (message) => sockets.publish(message),
    save: async (row, content, isRepeated) => {
      const history = openHistory(env(), userId())
      const { id: end, isCounted } = await saveTurn({ history, userId: userId(), wallet }, row, { content, isRepeated })
      const { conversationId, place } = row.request
      // Without a conversation nothing was saved: the alarm copies the lines of the ledger soon.
      if (conversationId === null) arm()
      else leases.noteSaved(conversationId, endBefore(place), end, Date.now())
      ctx.waitUntil(askAfter({ env: env(), userId: userId(), environment: settings() }, row, content.text))
      return isCounted
    },
    readFiles: (turns) => withTheirFiles(env().MEDIA, turns),
    readProject: (...asked) => readInTime(project.read(...asked)),
    onUnpaid: async (failure) => {
      await noteUnpaid(env(), failure)
      // The cached callers contain the outages of providers.
      leases.forgetCallers()
    },
    routes: {
      get breakers() {
        return breakersOf(env())
      },
      takeCall: (supplier, rule) => takeCall(env(), supplier, rule),
      tell: (state) => ctx.waitUntil(tellRouteState(env(), state))
    },
    onDecided: ({ conversationId, prompt, model, place, files }, content) => {
      if (conversationId === null) return
      buckets.drain(storedBytesKey, answerBytes(content, model))
      leases.addTurns(conversationId, endBefore(place), turnsOf(prompt, files, content), Date.now())
    }
  })
  const conversations = new Conversations({
    storage,
    leases,
    userId,
    wallet,
    history: () => openHistory(env(), userId()),
    stopAnswersIn: (id) => answers.stopIn(id),
    hasAnswersIn: (id) => answers.unsaved.rows(id).length > 0,
    publish: (message) => sockets.publish(message)
  })
  const works = new JobSearch(storage)
  const keys = new Keys(storage.sql)
  return { leases, buckets, sockets, wallet, metering, answers, conversations, works, project, keys }
}
