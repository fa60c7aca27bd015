// What is true after a step, read from what is committed, past all code of the product. Read again only where something has changed.
import type { Databases } from '../ports/databases.ts'
import { people, type Person } from '../ports/databases.ts'
import type { ObjectHost } from '../ports/object.ts'
import type { ShopPayment } from '../ports/shop.ts'
import type { Row, Sqlite } from '../ports/sqlite.ts'
import type { World } from './world.ts'

export interface Line {
  seq: number
  at: number
  operationId: string
  kind: 'credit' | 'debit' | 'reserve' | 'settle' | 'release' | 'expire' | 'correct'
  balance: number
  reserved: number
  charged: number
  plan: number
  fingerprint: string | null
  outcome: string
  after: { available: number; reserved: number; used: number; debt: number; credited: number }
}

export interface WalletFacts {
  person: Person
  host: ObjectHost
  lines: Line[]
  /** Of all lines at the last look, to see whether one of them has changed. */
  digest: number
  /** Up to which line. */
  digestSeq?: number
  open: { operationId: string; price: number; dueAt: number; deadlineAt: number; openedAt: number }[]
  /** The texts of answers that were asked for since the last look. */
  texts: Map<string, string | null>
}

export interface PaymentFacts {
  id: string
  userId: string
  operationId: string
  packageId: string
  status: string
  tokens: number
  kopecks: number
  refundedKopecks: number
  refundedTokens: number
}

export interface JobFacts {
  id: string
  userId: string
  operationId: string
  step: string
  failure: string | null
  charged: number | null
  /** 1 or 0. */
  isDeleted: number
}

const number = (row: Row, column: string) => row[column] as number
const text = (row: Row, column: string) => row[column] as string

const lineOf = (row: Row): Line => ({
  seq: number(row, 'seq'),
  at: number(row, 'at'),
  operationId: text(row, 'operation_id'),
  kind: text(row, 'kind') as Line['kind'],
  balance: number(row, 'balance_delta'),
  reserved: number(row, 'reserved_delta'),
  charged: number(row, 'charged_tokens'),
  plan: number(row, 'plan_tokens'),
  fingerprint: row['fingerprint'] as string | null,
  outcome: text(row, 'outcome'),
  after: {
    available: number(row, 'available_after'),
    reserved: number(row, 'reserved_after'),
    used: number(row, 'used_after'),
    debt: number(row, 'debt_after'),
    credited: number(row, 'credited_after')
  }
})

/** Changes with any of the lines. */
const digestQuery = `select count(*) as lines,
  coalesce(sum(seq * (balance_delta * 3 + reserved_delta * 5 + charged_tokens * 7 + available_after * 11 + length(operation_id))), 0) as sum
  from journal where seq <= ?`

export const digestOf = (sqlite: Sqlite, upToSeq: number): number => {
  const [row] = sqlite.all(digestQuery, [upToSeq])
  return number(row ?? {}, 'lines') * 1_000_003 + number(row ?? {}, 'sum')
}

const openQuery = `select reservations.operation_id as operationId, due_at as dueAt,
    deadline_at as deadlineAt, journal.at as openedAt,
    iif(reservations.plan_tokens > 0, 0, reservations.price_tokens) as price
  from reservations left join journal on journal.operation_id = reservations.operation_id and journal.kind = 'reserve'`

const paymentsQuery = `select id, user_id as userId, operation_id as operationId, package_id as packageId, status,
    total_tokens as tokens, amount_kopecks as kopecks, refunded_kopecks as refundedKopecks, refunded_tokens as refundedTokens
  from payments`

const jobsQuery = `select id, user_id as userId, operation_id as operationId, step, failure, charged_tokens as charged,
    deleted_at is not null as isDeleted
  from jobs`

/** What has changed since the last look. */
export interface Changes {
  wallets: WalletFacts[]
  directory: boolean
  /** A row of the directory itself. */
  directoryRows: boolean
  jobs: boolean
}

export class Facts {
  readonly world: World
  readonly wallets: WalletFacts[]
  payments: PaymentFacts[] = []
  jobs: JobFacts[] = []
  /** How many were ordered here. */
  refundsOrdered = 0
  readonly #jobsOf: [JobFacts[], JobFacts[]] = [[], []]
  #madeFor: Map<string, ShopPayment[]> | null = null
  readonly #seen = new Map<Sqlite, number>()
  #shopSeen = -1

  constructor(world: World) {
    this.world = world
    this.wallets = people.map((person) => ({
      person,
      host: world.hostOf(person.id),
      lines: [],
      digest: 0,
      open: [],
      texts: new Map()
    }))
  }

  get #used(): Databases {
    return this.world.used
  }

  #hasChanged(sqlite: Sqlite): boolean {
    if (this.#seen.get(sqlite) === sqlite.version) return false
    this.#seen.set(sqlite, sqlite.version)
    return true
  }

  /** Looks again. */
  refresh(): Changes {
    this.#madeFor = null
    const wallets = this.wallets.filter(({ host }) => this.#hasChanged(host.sqlite))
    for (const wallet of wallets) this.#readWallet(wallet)
    const isShopChanged = this.#shopSeen !== this.world.network.shop.version
    this.#shopSeen = this.world.network.shop.version
    const isDirectoryChanged = this.#hasChanged(this.#used.directory)
    if (isDirectoryChanged) this.#readPayments()
    const areJobsChanged = this.#readJobs()
    return {
      wallets,
      directory: isDirectoryChanged || isShopChanged || wallets.length > 0,
      directoryRows: isDirectoryChanged,
      jobs: areJobsChanged || wallets.length > 0
    }
  }

  #readWallet(wallet: WalletFacts) {
    const { sqlite } = wallet.host
    const lastSeq = wallet.lines.at(-1)?.seq ?? 0
    wallet.lines.push(...sqlite.all('select * from journal where seq > ? order by seq', [lastSeq]).map(lineOf))
    wallet.open = sqlite.all(openQuery) as unknown as WalletFacts['open']
    wallet.texts.clear()
  }

  #readPayments() {
    const { directory } = this.#used
    this.payments = directory.all(paymentsQuery) as unknown as PaymentFacts[]
    this.refundsOrdered = number(directory.all('select count(*) as ordered from refunds')[0] ?? {}, 'ordered')
  }

  /** @returns whether any of them may have changed */
  #readJobs(): boolean {
    const changed = ([0, 1] as const).filter((index) => this.#hasChanged(this.#used.histories[index]))
    for (const index of changed)
      this.#jobsOf[index] = this.#used.histories[index].all(jobsQuery) as unknown as JobFacts[]
    if (changed.length > 0) this.jobs = this.#jobsOf.flat()
    return changed.length > 0
  }

  /** The payments that the shop made for an order. */
  madeFor(orderId: string): readonly ShopPayment[] {
    this.#madeFor ??= Map.groupBy(this.world.network.shop.payments.values(), (payment) => payment.orderId)
    return this.#madeFor.get(orderId) ?? []
  }

  /** The text of an answer as the object keeps it; null: it keeps none by now. */
  keptText(wallet: WalletFacts, operationId: string): string | null {
    const known = wallet.texts.get(operationId)
    if (known !== undefined) return known
    const kept = this.#readText(wallet, operationId)
    wallet.texts.set(operationId, kept)
    return kept
  }

  #readText({ host }: WalletFacts, operationId: string): string | null {
    const rows = host.sqlite.all('select texts from answer_texts where operation_id = ? order by first_seq', [
      operationId
    ])
    if (rows.length === 0) {
      const isThere = host.sqlite.all('select 1 from answers where operation_id = ?', [operationId]).length > 0
      return isThere ? '' : null
    }
    return rows.flatMap((row) => JSON.parse(text(row, 'texts')) as string[]).join('')
  }

  /** The copy of a journal in the user's history, by line. */
  copy({ person }: WalletFacts): Row[] {
    const [first, second] = this.#used.histories
    const history = person.id.startsWith('h1') ? first : second
    return history.all(
      'select seq, operation_id, kind, balance_delta, reserved_delta, balance_after from ledger_entries where user_id = ? order by seq',
      [person.id]
    )
  }
}

/** What must be true of the facts. @returns what is wrong; null when it holds */
export type Check = (facts: Facts, changes: Changes) => string | null
