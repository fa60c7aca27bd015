// The rows of one answer in the SQLite database of its object: the request, the text as it arrived, and how it ended.
// Every method is synchronous and calls nothing outside, so two claims can never interleave.
import type { AnswerEnd } from '#contract/answers.ts'
import type { Ending } from '#domain/answer.ts'
import type { ChatTurn } from '#providers/chat/provider.ts'
import type { ChatUpstream } from '#contract/catalogue/chat.ts'

/** What the user asked for and its price; kept in full until the text is deleted. */
export interface AnswerRequest {
  userId: string
  /** A hash that identifies the user to the provider. */
  userTag: string
  operationId: string
  /** Fingerprint of the client's request: the same id with another fingerprint is refused. */
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
  /** The plan that the user had when the answer was requested. */
  plan?: { since: number; maxTokens: number } | undefined
  /** True when the plan covers the answer: the user is charged nothing. */
  isOnPlan?: boolean
}

/**
 * claimed: the id is taken, no tokens are reserved yet. running: tokens are reserved and the provider was called.
 * ended: the outcome is decided but not yet written to D1 and the wallet. closed: nothing left to do. forgotten:
 * closed, and its text is deleted.
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

  /** Deletes everything, the alarm included, after a refused start: the same id may succeed after a top-up. */
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

  /** Stores the outcome. Only the first call has an effect. */
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

  /** Deletes the text. The row stays, so that the same id can never be charged again. */
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

  /** The end event and its id; null while the answer runs. The cost of this query does not grow with the answer. */
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

  /**
   * Selects from the tables of a claimed answer. Without a claim it returns no rows and creates no tables: an object
   * that is only asked about must not be stored.
   */
  #select<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    this.#prepared ||= this.#storage.sql.exec("select 1 from sqlite_master where name = 'answer'").toArray().length > 0
    return this.#prepared ? this.#storage.sql.exec<Row>(query, ...values).toArray() : []
  }
}
