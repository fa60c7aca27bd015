// Lets the reads of a living session through, within their limit, and ends its streams when it ends.
import type { AnswerRefusal, Asker } from '../answer/calls.ts'
import { MemoryBuckets } from '../limiter/memory-buckets.ts'
import { type Admission, callerOf } from './admit-answer.ts'

export class Gate {
  readonly #admission: () => Admission
  readonly #counts = new MemoryBuckets()
  readonly #ends = new Map<string, AbortController>()

  constructor(admission: () => Admission) {
    this.#admission = admission
  }

  /** Why this session may not read now; null when it may. The limit comes first, because D1 may have to be asked. */
  async refusal({ sessionId, limit }: Asker): Promise<AnswerRefusal | null> {
    const taken = limit && this.#counts.take(limit, Date.now())
    if (taken && !taken.allowed)
      return { state: 'refused', code: 'RATE_LIMITED', retryAfterSeconds: taken.retryAfterSeconds }
    const caller = await callerOf(this.#admission(), sessionId)
    return caller ? null : { state: 'refused', code: 'UNAUTHORIZED' }
  }

  async read<Found extends object>(asker: Asker, read: () => Found) {
    return (await this.refusal(asker)) ?? { state: 'found' as const, ...read() }
  }

  /** Aborted when the session ends. */
  endOf(sessionId: string): AbortSignal {
    const known = this.#ends.get(sessionId) ?? new AbortController()
    this.#ends.set(sessionId, known)
    return known.signal
  }

  endSession(sessionId: string): void {
    this.#ends.get(sessionId)?.abort()
    this.#ends.delete(sessionId)
  }
}
