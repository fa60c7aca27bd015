// The cached rows of D1 in a user's object: the caller of each session and of the keys, for at most a minute, and the recent
// turns of the conversations in use. They are rows, because an object leaves memory after seconds without a request.
// Code that changes them in D1 also reports it here; a caller whose change was not reported expires after a minute, and
// messages are written and conversations deleted through this object alone, while the account exists.
import { prepareOnce } from '../base/tables.ts'
import type { CallerFacts } from '#data/directory/caller.ts'
import type { Caller } from '#domain/caller.ts'
import { newestThatFit, type Turn } from '#domain/conversation-context.ts'
import type { FoundProject } from '#domain/project.ts'
import type { StorageFacts } from '#domain/stored-bytes.ts'

const callerLeaseMs = 60_000
const callersMax = 20
const conversationsMax = 8
/** A turn that began before this many others of its path counts as one of another path. */
const endsMax = 20
/** No row is kept longer than the texts of answers. */
const keptMs = 24 * 60 * 60 * 1000

// A table gets another name when its columns change: after a deployment the rows of the previous version would
// lack the new ones for a minute. `path` is the last column: SQLite would read the whole text to reach a column behind it.
const tables = `
  create table if not exists callers (
    name text primary key, facts text not null, read_at integer not null) without rowid;
  create table if not exists known_paths (
    conversation_id integer primary key, used_at integer not null, path text not null)`

/** The recent turns of the path that a conversation shows. */
export interface KnownPath {
  /** Its last message when it was read, and after each turn that was saved since; 0 before the first one. */
  ends: number[]
  /** Oldest first. */
  turns: Turn[]
  /** Of the conversation; empty: none. */
  instruction: string
  /** Rows of a version without a memory lack it. */
  isMemoryOff?: boolean
  /** Of its folder; null or absent: it has none. */
  project?: FoundProject | null
}

/** The facts that decide whether a caller may ask, and on which plan. */
export type KnownCaller = CallerFacts &
  StorageFacts & {
    /** The lines of the user's memory; null: it is off. Rows of a version without a memory lack it. */
    memory?: string | null
  }

/** What is read from D1 for a key is the account alone, which all keys share. */
const nameOf = (caller: Caller): string => (caller.kind === 'session' ? caller.sessionId : 'keys')

export class Leases {
  readonly #sql: SqlStorage
  readonly #onKept: () => void
  /** The rows of callers that are in memory too, because every request of a page reads one. */
  readonly #callers = new Map<string, { facts: KnownCaller; readAt: number }>()
  /** A time not later than that of the oldest row; null: there is none; undefined: not read yet. */
  #oldestAt: number | null | undefined
  /** Counts the changes, so that rows read before a change are not kept after it. */
  #changes = 0
  /** Conversations that are being removed. In memory: a restart ends the removal too. */
  readonly #closing = new Set<number>()

  /** @param onKept called when a row was added, which must be deleted later */
  constructor(sql: SqlStorage, onKept: () => void) {
    this.#sql = sql
    this.#onKept = onKept
    prepareOnce(sql, 'leases', tables)
  }

  get changes(): number {
    return this.#changes
  }

  caller(caller: Caller, now: number): KnownCaller | undefined {
    const name = nameOf(caller)
    const known = this.#callers.get(name) ?? this.#storedCaller(name)
    return known && now - known.readAt < callerLeaseMs ? known.facts : undefined
  }

  /** @param readAt before D1 was asked */
  keepCaller(caller: Caller, facts: KnownCaller, readAt: number) {
    this.#sql.exec('insert or replace into callers values (?, ?, ?)', nameOf(caller), JSON.stringify(facts), readAt)
    this.#sql.exec(
      'delete from callers where name in (select name from callers order by read_at desc limit -1 offset ?)',
      callersMax
    )
    this.#callers.clear()
    this.#noteKept(readAt)
  }

  /** For a change of the account or of any of its sessions. */
  forgetCallers() {
    this.#changes += 1
    this.#callers.clear()
    this.#sql.exec('delete from callers')
  }

  path(conversationId: number): KnownPath | undefined {
    const [row] = this.#sql
      .exec<{ path: string }>('select path from known_paths where conversation_id = ?', conversationId)
      .toArray()
    return row && (JSON.parse(row.path) as KnownPath)
  }

  keepPath(conversationId: number, { ends, turns, ...rest }: KnownPath, now: number) {
    this.#sql.exec(
      'insert or replace into known_paths (conversation_id, used_at, path) values (?, ?, ?)',
      conversationId,
      now,
      JSON.stringify({ ...rest, ends: ends.slice(-endsMax), turns: newestThatFit(turns) } satisfies KnownPath)
    )
    this.#sql.exec(
      'delete from known_paths where conversation_id in (select conversation_id from known_paths order by used_at desc limit -1 offset ?)',
      conversationsMax
    )
    this.#noteKept(now)
  }

  /**
   * Adds turns that were just decided, which D1 does not have yet. Turns of another path replace the shown path.
   * @param below where their path ended
   */
  addTurns(conversationId: number, below: number | undefined, turns: Turn[], now: number) {
    this.#changes += 1
    this.#withKnown(conversationId, below, (known) =>
      this.keepPath(conversationId, { ...known, turns: [...known.turns, ...turns] }, now)
    )
  }

  /**
   * For a turn that D1 has stored: rows read before lack it.
   * @param below where its path ended before it
   * @param end its last message; undefined: it was stored before
   */
  noteSaved(conversationId: number, below: number | undefined, end: number | undefined, now: number) {
    this.#changes += 1
    this.#withKnown(conversationId, below, (known) => {
      if (end !== undefined) this.keepPath(conversationId, { ...known, ends: [...known.ends, end] }, now)
    })
  }

  #withKnown(conversationId: number, below: number | undefined, change: (known: KnownPath) => void) {
    const known = this.path(conversationId)
    if (!known) return
    if (below !== undefined && known.ends.includes(below)) change(known)
    else this.forgetPath(conversationId)
  }

  forgetPath(conversationId: number) {
    this.#changes += 1
    this.#sql.exec('delete from known_paths where conversation_id = ?', conversationId)
  }

  /** For a change of a project or of a conversation's folder: each of them may have it. */
  forgetPaths() {
    this.#changes += 1
    this.#sql.exec('delete from known_paths')
  }

  /** For a change of a conversation: deletes its cached rows before, and again after, because a request may have read it meanwhile. */
  async changing<Result>(conversationId: number, change: () => Promise<Result>): Promise<Result> {
    this.forgetPath(conversationId)
    return change().finally(() => this.forgetPath(conversationId))
  }

  /** As `changing`, for a conversation that may be gone afterwards: no answer begins there meanwhile. */
  closing<Result>(conversationId: number, change: () => Promise<Result>): Promise<Result> {
    this.#closing.add(conversationId)
    return this.changing(conversationId, change).finally(() => this.#closing.delete(conversationId))
  }

  isClosing(conversationId: number): boolean {
    return this.#closing.has(conversationId)
  }

  /** When the oldest row has to be deleted; null when there is none. */
  nextDueAt(): number | null {
    if (this.#oldestAt === undefined)
      this.#oldestAt = this.#sql
        .exec<{ oldest: number | null }>(
          `select min(at) as oldest from
            (select min(used_at) as at from known_paths union all select min(read_at) from callers)`
        )
        .one().oldest
    return this.#oldestAt === null ? null : this.#oldestAt + keptMs
  }

  performDue(now: number) {
    this.#sql.exec('delete from known_paths where used_at <= ?', now - keptMs)
    this.#sql.exec('delete from callers where read_at <= ?', now - keptMs)
    this.#oldestAt = undefined
  }

  #noteKept(at: number) {
    if (this.#oldestAt !== undefined) this.#oldestAt = Math.min(this.#oldestAt ?? at, at)
    this.#onKept()
  }

  #storedCaller(name: string): { facts: KnownCaller; readAt: number } | undefined {
    const [row] = this.#sql
      .exec<{ facts: string; read_at: number }>('select facts, read_at from callers where name = ?', name)
      .toArray()
    if (!row) return undefined
    const known = { facts: JSON.parse(row.facts) as KnownCaller, readAt: row.read_at }
    this.#callers.set(name, known)
    return known
  }
}
