// The rows of one answer in its object's own SQLite: the request, the text as it arrived, and how it ended.
// Nothing here talks to anybody: every method is synchronous, so a claim can never interleave with another.
import type { AnswerEnd } from '#contract/answers.ts'
import type { Ending } from '#domain/answer.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ChatUpstream } from '#contract/catalogue/chat.ts'

/** What the user asked for and what it may cost; kept whole until the text is forgotten. */
export interface AnswerRequest {
  userId: string
  /** What the provider may know of the user: a hash. */
  userTag: string
  operationId: string
  /** Of the client's request: the same id with another fingerprint is refused. */
  fingerprint: string
  service: string
  model: string
  priceTokens: number
  referenceLength: number
  upstream: ChatUpstream
  conversationId: number | null
  prompt: string
  turns: ChatTurn[]
  /** Answers one user may run at once. */
  runningMax: number
  /** Under which it was asked for. */
  plan?: { since: number; maxTokens: number } | undefined
  /** The plan bears it: the answer is free, whatever it costs. */
  isOnPlan?: boolean
}

/**
 * claimed: the id is taken, no money yet. running: reserved and dispatched. ended: decided, not yet delivered to D1
 * and the wallet. closed: nothing left to do. forgotten: closed, and its text is gone.
 */
export type AnswerState = 'claimed' | 'running' | 'ended' | 'closed' | 'forgotten'

export interface AnswerRow {
  state: AnswerState
  request: AnswerRequest
  startedAt: number
  deliveredLength: number
  attempts: number
  ending: Ending | null
  chargedTokens: number
  upstreamModel: string | null
  usdMicros: number | null
  end: AnswerEnd | null
  endedAt: number | null
}

interface StoredRow extends Record<string, SqlStorageValue> {
  state: string
  request: string
  started_at: number
  delivered_length: number
  attempts: number
  ending: string | null
  charged_tokens: number
  upstream_model: string | null
  usd_micros: number | null
  end_event: string | null
  ended_at: number | null
}

const tables = `
  create table if not exists answer (
    id integer primary key check (id = 1), state text not null, request text not null, started_at integer not null,
    delivered_length integer not null default 0, attempts integer not null default 0, ending text,
    charged_tokens integer not null default 0, upstream_model text, usd_micros integer, end_event text,
    ended_at integer);
  create table if not exists chunks (seq integer primary key, text text not null);`

export class AnswerStore {
  readonly #storage: DurableObjectStorage
  #prepared = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  read(): AnswerRow | null {
    const [row] = this.#select<StoredRow>('select * from answer')
    if (!row) return null
    return {
      state: row.state as AnswerState,
      request: JSON.parse(row.request) as AnswerRequest,
      startedAt: row.started_at,
      deliveredLength: row.delivered_length,
      attempts: row.attempts,
      ending: row.ending === null ? null : (JSON.parse(row.ending) as Ending),
      chargedTokens: row.charged_tokens,
      upstreamModel: row.upstream_model,
      usdMicros: row.usd_micros,
      end: row.end_event === null ? null : (JSON.parse(row.end_event) as AnswerEnd),
      endedAt: row.ended_at
    }
  }

  state(): AnswerState | null {
    const [row] = this.#select<{ state: AnswerState }>('select state from answer')
    return row?.state ?? null
  }

  claim(request: AnswerRequest, now: number) {
    this.#storage.sql.exec(tables)
    this.#storage.sql.exec(
      "insert into answer (id, state, request, started_at) values (1, 'claimed', ?, ?)",
      JSON.stringify(request),
      now
    )
  }

  /** A refused start leaves no trace, the alarm included: the same id may succeed after a top-up. */
  async forgetClaim(): Promise<void> {
    if (this.state() !== 'claimed') throw new Error('Only a claim may be forgotten')
    this.#prepared = false
    await this.#storage.deleteAll()
  }

  begin(isOnPlan = false) {
    this.#storage.sql.exec(
      `update answer set state = 'running',
        request = case when ? then json_set(request, '$.isOnPlan', json('true')) else request end where state = 'claimed'`,
      Number(isOnPlan)
    )
  }

  countAttempt(attempts: number) {
    this.#storage.sql.exec('update answer set attempts = ?', attempts)
  }

  append(text: string) {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec('insert into chunks (text) values (?)', text)
      this.#storage.sql.exec('update answer set delivered_length = delivered_length + ?', text.length)
    })
  }

  /** The first decision stands; a later one changes nothing. */
  end(
    ending: Ending,
    cost: { chargedTokens: number; upstreamModel: string | null; usdMicros: number | null },
    now: number
  ) {
    this.#storage.sql.exec(
      `update answer set state = 'ended', ending = ?, charged_tokens = ?, upstream_model = ?, usd_micros = ?,
        ended_at = ? where state in ('claimed', 'running')`,
      JSON.stringify(ending),
      cost.chargedTokens,
      cost.upstreamModel,
      cost.usdMicros,
      now
    )
  }

  close(end: AnswerEnd) {
    this.#storage.sql.exec(
      "update answer set state = 'closed', end_event = ? where state = 'ended'",
      JSON.stringify(end)
    )
  }

  /** Deletes what was said. The row stays, so that the id can never be paid for twice. */
  forgetText() {
    const row = this.read()
    if (row?.state !== 'closed') return
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec('delete from chunks')
      this.#storage.sql.exec(
        "update answer set state = 'forgotten', request = ?",
        JSON.stringify({ ...row.request, prompt: '', turns: [] } satisfies AnswerRequest)
      )
    })
  }

  chunksAfter(seq: number, limit: number): { seq: number; text: string }[] {
    return this.#select('select seq, text from chunks where seq > ? order by seq limit ?', seq, limit)
  }

  /** The last event and its id, once there is one. Reads nothing that grows with the answer. */
  readEnd(): { id: number; event: AnswerEnd } | null {
    const [row] = this.#select<{ id: number; end_event: string }>(
      `select end_event, (select coalesce(max(seq), 0) + 1 from chunks) as id from answer where end_event is not null`
    )
    return row ? { id: row.id, event: JSON.parse(row.end_event) as AnswerEnd } : null
  }

  text(): string {
    return this.#select<{ text: string }>('select text from chunks order by seq')
      .map((chunk) => chunk.text)
      .join('')
  }

  /** Rows of an answer that was claimed; none of any other, whose object must not begin to exist by being asked. */
  #select<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    this.#prepared ||= this.#storage.sql.exec("select 1 from sqlite_master where name = 'answer'").toArray().length > 0
    return this.#prepared ? this.#storage.sql.exec<Row>(query, ...values).toArray() : []
  }
}
