// One simulated platform: the product's own code over stand-ins for everything around it.
import type { AppContext } from '#worker/http/context.ts'
import { openDirectory } from '#data/base/database.ts'
import type { Environment } from '#domain/environment.ts'
import { environmentOf, parsed } from '#domain/parsed-environment.ts'
import type { HistoryRow } from '#durable-objects/wallet/calls.ts'
import { User } from '#durable-objects/user/user.ts'
import { type Engine, firstMoment } from '../engine/engine.ts'
import { SocketPair } from '../engine/globals.ts'
import { settings } from '../engine/settings.ts'
import { Bucket } from '../ports/bucket.ts'
import { D1Port, type Rewrite } from '../ports/d1.ts'
import { type Databases, people, type Person } from '../ports/databases.ts'
import { Network } from '../ports/network.ts'
import { contextOf, type Crash, type ObjectFlaws, ObjectHost } from '../ports/object.ts'
import { Queues } from '../ports/queues.ts'
import type { Answer } from '../ports/response.ts'
import type { Shop } from '../ports/shop.ts'
import type { Sqlite } from '../ports/sqlite.ts'

const queueBindings = {
  IMAGE_JOBS: 'image-jobs',
  VIDEO_JOBS: 'video-jobs',
  AUDIO_JOBS: 'audio-jobs',
  DUTIES: 'duties',
  DUTY_ROWS: 'duty-rows',
  MONEY_ROWS: 'money-rows',
  TITLES: 'titles',
  ATTACHMENT_TEXTS: 'attachment-texts'
}

/** Of all runs: their settings are the same. */
let environment: Environment | undefined

/** The bindings of an isolate of its own, which keeps nothing that another one has read. Only its settings are not parsed anew. */
function isolateWith(bindings: object): Env {
  const env = { ...bindings } as Env
  environment ??= environmentOf(env)
  parsed.set(env, environment)
  return env
}

/** Makes the tables of a user's object, as its first use does. */
export function prepareObject({ id }: Person, storage: Sqlite) {
  Object.assign(globalThis, { WebSocketRequestResponsePair: SocketPair })
  const first = new User(
    contextOf(id, storage, () => undefined),
    settings as unknown as Env
  )
  if (!('alarm' in first)) throw new Error('An object has been made without its alarm')
  storage.all('update wallet set created_at = ?', [firstMoment])
}

/** A call that costs the platform money, and whether its tokens had been reserved by then. */
export interface PaidCall {
  operationId: string
  isReserved: boolean
}

/** A bug to run with: the table is in `bugs.ts`. */
export interface Bug {
  /** The invariant that catches it. */
  breaks: string
  /** How much goes wrong, where it takes an accident to see the bug. */
  faultRate?: number
  flaws?: ObjectFlaws
  rewrites?: Rewrite
  distortsShop?: (shop: Shop) => (path: string, answer: Answer) => Answer
  losesFiles?: boolean
  losesKeys?: boolean
  hides?: (row: HistoryRow) => boolean
  /** Changes the methods of a user's object as it is made. */
  spoils?: (user: User, world: World) => void
}

export class World {
  readonly engine: Engine
  readonly used: Databases
  readonly network: Network
  readonly bucket: Bucket
  readonly queues: Queues
  readonly hosts: readonly [ObjectHost, ObjectHost]
  readonly env: Env
  readonly paidCalls: PaidCall[] = []
  /** The ids of all text answers that people asked for. */
  readonly answers: Record<string, true> = {}
  /** Whether a row of a user's history is not shown: a seeded bug. */
  readonly hides: (row: HistoryRow) => boolean
  /** Decides at the end of a turn; the scheduler sets it. */
  crashes: (host: ObjectHost) => Crash = () => null

  constructor(engine: Engine, used: Databases, bug: Bug | null) {
    this.engine = engine
    this.used = used
    this.network = new Network(engine, (operationId) =>
      this.paidCalls.push({ operationId, isReserved: this.#hasReserved(operationId) })
    )
    if (bug?.distortsShop) this.network.distortsShop = bug.distortsShop(this.network.shop)
    this.network.hasKeys = !bug?.losesKeys
    this.hides = bug?.hides ?? (() => false)
    this.bucket = new Bucket(engine, !bug?.losesFiles)
    this.queues = new Queues(engine)
    const { directory, histories, objects } = this.used
    const make = (ctx: DurableObjectState) => {
      const user = new User(ctx, this.env)
      bug?.spoils?.(user, this)
      return user
    }
    const host = (index: 0 | 1) =>
      new ObjectHost(engine, {
        name: people[index].id,
        label: `user ${people[index].letter}`,
        sqlite: objects[index],
        make,
        crashes: (ended) => this.crashes(ended),
        flaws: bug?.flaws ?? {}
      })
    this.hosts = [host(0), host(1)]
    const d1 = (name: string, sqlite: Databases['directory']) => new D1Port(engine, name, sqlite, bug?.rewrites)
    this.env = isolateWith({
      ...settings,
      DB: d1('directory', directory),
      HISTORY_1: d1('history 1', histories[0]),
      HISTORY_2: d1('history 2', histories[1]),
      MEDIA: this.bucket,
      USER: { getByName: (name: string) => this.hostOf(name).stub() },
      ...Object.fromEntries(Object.entries(queueBindings).map(([name, queue]) => [name, this.queues.binding(queue)]))
    })
  }

  /** The bindings in another isolate: what it reads is not shared with a request that may die. */
  isolate(): Env {
    return isolateWith(this.env)
  }

  hostOf(userId: string): ObjectHost {
    const host = this.hosts.find(({ name }) => name === userId)
    if (!host) throw new Error(`There is no object ${userId}`)
    return host
  }

  /** What handlers of the API get, of a request of this person. */
  requestOf({ id, email, sessionId }: Person): AppContext {
    const [user] = this.used.directory.all(
      `select users.*, subscriptions.access_until from users left join subscriptions on user_id = users.id where users.id = ?`,
      [id]
    )
    const account = {
      id,
      email,
      verifiedAt: user?.['verified_at'],
      firstPurchaseAt: user?.['first_purchase_at'],
      premiumUntil: user?.['access_until'] ?? null
    }
    return {
      env: this.env,
      var: {
        environment: environmentOf(this.env),
        directory: openDirectory(this.env),
        caller: { userId: id, sessionId },
        account
      },
      req: { header: () => undefined },
      executionCtx: { waitUntil: () => undefined }
    } as unknown as AppContext
  }

  /** Whether an operation's tokens have ever been reserved, by what is committed now. */
  #hasReserved(operationId: string): boolean {
    return this.hosts.some(
      ({ sqlite }) =>
        sqlite.all(
          "select 1 from journal where kind = 'reserve' and (operation_id = ?1 or operation_id like ?1 || '~%')",
          [operationId]
        ).length > 0
    )
  }
}
