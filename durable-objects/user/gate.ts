// Lets the reads of a living session or a working key through, within their limit, and ends the streams of a session that ends.
import { type Caller, deadCodeOf } from '#domain/caller.ts'
import type { AnswerRefusal, Asker } from '../answer/calls.ts'
import { MemoryBuckets } from '../limiter/memory-buckets.ts'
import { type Admission, callerOf } from './admit-answer.ts'

export class Gate {
  readonly #admission: () => Admission
  readonly counts = new MemoryBuckets()
  readonly #ends = new Map<string, AbortController>()

  constructor(admission: () => Admission) {
    this.#admission = admission
  }

  /** Why this caller may not read now; null when it may. The limit comes first, because D1 may have to be asked. */
  async refusal({ caller, limit }: Asker): Promise<AnswerRefusal | null> {
    const taken = limit && this.counts.take(limit, Date.now())
    if (taken && !taken.allowed)
      return { state: 'refused', code: 'RATE_LIMITED', retryAfterSeconds: taken.retryAfterSeconds }
    return (await callerOf(this.#admission(), caller)) ? null : { state: 'refused', code: deadCodeOf(caller) }
  }

  async read<Found extends object>(asker: Asker, read: () => Found) {
    return (await this.refusal(asker)) ?? { state: 'found' as const, ...read() }
  }

  /** Aborted when the session ends. A key reads no streams here: its calls run in the Worker. */
  endOf(caller: Caller): AbortSignal {
    const id = caller.kind === 'key' ? caller.keyId : caller.sessionId
    const known = this.#ends.get(id) ?? new AbortController()
    this.#ends.set(id, known)
    return known.signal
  }

  endSession(sessionId: string): void {
    this.#ends.get(sessionId)?.abort()
    this.#ends.delete(sessionId)
  }
}
