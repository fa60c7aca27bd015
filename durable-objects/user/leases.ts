// What a user's object knows of D1 without asking it: the caller of each session, for at most a minute, and the recent
// turns of the conversations in use. Both are in memory only. Whoever changes them in D1 also says so here; a caller
// that could not be told about expires by itself, and conversations change through this object alone.
import type { CallerFacts } from '#data/asking.ts'
import { newestThatFit, type Turn } from '#domain/conversation-context.ts'

const callerLeaseMs = 60_000
const callersMax = 20
const conversationsMax = 8

/** Adds an entry as the newest one and drops the oldest above the maximum. */
function keep<Key, Value>(map: Map<Key, Value>, [key, value]: [Key, Value], max: number) {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}

export class Leases {
  readonly #callers = new Map<string, { facts: CallerFacts; readAt: number }>()
  readonly #conversations = new Map<number, Turn[]>()
  /** Counts the changes, so that what was read before a change is not kept after it. */
  #changes = 0

  get changes(): number {
    return this.#changes
  }

  caller(sessionId: string, now: number): CallerFacts | undefined {
    const lease = this.#callers.get(sessionId)
    return lease && now - lease.readAt < callerLeaseMs ? lease.facts : undefined
  }

  /** @param readAt before D1 was asked */
  keepCaller(sessionId: string, facts: CallerFacts, readAt: number) {
    keep(this.#callers, [sessionId, { facts, readAt }], callersMax)
  }

  /** For a change of the account or of any of its sessions. */
  forgetCallers() {
    this.#changes += 1
    this.#callers.clear()
  }

  /** Oldest first. */
  turns(conversationId: number): Turn[] | undefined {
    return this.#conversations.get(conversationId)
  }

  keepTurns(conversationId: number, turns: Turn[]) {
    keep(this.#conversations, [conversationId, newestThatFit(turns)], conversationsMax)
  }

  /** Adds turns that were just decided, which D1 does not have yet. */
  addTurns(conversationId: number, turns: Turn[]) {
    this.#changes += 1
    const known = this.#conversations.get(conversationId)
    if (known) this.keepTurns(conversationId, [...known, ...turns])
  }

  forgetTurns(conversationId: number) {
    this.#changes += 1
    this.#conversations.delete(conversationId)
  }
}
