// Metering as far as a user's object needs it from the start: when it is due. The rest is loaded with the first call of the API, because most
// users make none, and every isolate parses what is loaded at its start.
import { prepareOnce } from '../base/tables.ts'
import type { Metering, MeteringSurroundings } from './metering.ts'

const table = `
  create table if not exists metering_due (id integer primary key check (id = 1), at integer);
  insert or ignore into metering_due (id) values (1)`

let loaded: typeof Metering | undefined

/** Once it is there, no object of the isolate waits for it again. */
export const loadMetering = async (): Promise<typeof Metering> => (loaded ??= (await import('./metering.ts')).Metering)

export class LateMetering {
  readonly #around: MeteringSurroundings
  #loaded: Metering | null = null
  /** As the row has it; undefined: not read yet. */
  #dueAt: number | null | undefined

  constructor(around: MeteringSurroundings) {
    prepareOnce(around.storage.sql, 'metering due', table)
    this.#around = around
  }

  /** Each call waits for its own import: one that is shared belongs to the request that began it, and fails for all others. */
  async load(): Promise<Metering> {
    if (this.#loaded) return this.#loaded
    const Whole = await loadMetering()
    return (this.#loaded ??= new Whole(this.#around))
  }

  /** What the check of the wallet finds here; nothing before it is loaded. */
  violations = (): string[] => this.#loaded?.violations() ?? []

  /** Called after every write, in the same commit: keeps the time for an object that has forgotten the rest. */
  nextDueAt(now: number): number | null {
    const { sql } = this.#around.storage
    if (this.#dueAt === undefined) this.#dueAt = sql.exec<{ at: number | null }>('select at from metering_due').one().at
    if (!this.#loaded) return this.#dueAt
    const dueAt = this.#loaded.nextDueAt(now)
    const kept = this.#dueAt
    // An object that looks too early finds nothing to do and keeps the later time: less than writing it with each call.
    if (kept !== null && kept > now && kept <= (dueAt ?? Infinity)) return dueAt
    if (dueAt !== kept) sql.exec('update metering_due set at = ?', dueAt)
    this.#dueAt = dueAt
    return dueAt
  }

  async performDue(now: number): Promise<void> {
    const dueAt = this.nextDueAt(now)
    if (this.#loaded || (dueAt !== null && dueAt <= now)) (await this.load()).performDue(now)
  }
}
