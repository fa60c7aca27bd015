// What happens to a reservation that is due. Pure. Must never charge more than its owner confirmed, nor wait for ever, nor
// release what was dispatched while the work may still be running.

/** What the owner of a reservation reports about its work. */
export type OwnerOutcome =
  | { state: 'running' }
  | { state: 'unknown' }
  | { state: 'ended'; chargedTokens: number; outcome: string; upstreamModel: string | null }

/** An owner that could not be asked. */
export type OwnerReply = OwnerOutcome | { state: 'unreachable' }

export type OverdueVerdict =
  | { kind: 'settle'; costTokens: number; outcome: string; upstreamModel: string | null }
  | { kind: 'expire'; reason: ExpiryReason }
  | { kind: 'ask-again'; dueAt: number }

export type ExpiryReason = 'not-begun' | 'not-dispatched' | 'owner-unknown' | 'owner-unreachable' | 'still-running'

export const askAgainMs = 60_000
/**
 * How long after its request a reservation waits to be dispatched before its owner is asked whether there is any work.
 * Twice this time, with one failed question, is how long tokens stay reserved for a job whose submission was killed.
 */
export const beginAskMs = 60_000
/** Fifteen minutes of grace: longer than a deploy, an outage of the owner or the slowest stream. */
export const asksMax = 15

/**
 * Decides about work that was dispatched.
 * @param asked how often the owner was asked, this time included
 */
export function overdueVerdict(reply: OwnerReply, asked: number, now: number): OverdueVerdict {
  switch (reply.state) {
    case 'ended': {
      const { chargedTokens, outcome, upstreamModel } = reply
      return { kind: 'settle', costTokens: chargedTokens, outcome, upstreamModel }
    }
    case 'unknown':
      return { kind: 'expire', reason: 'owner-unknown' }
    case 'running':
    case 'unreachable':
      if (asked < asksMax) return { kind: 'ask-again', dueAt: now + askAgainMs }
      return { kind: 'expire', reason: reply.state === 'running' ? 'still-running' : 'owner-unreachable' }
    default:
      return reply satisfies never
  }
}

/**
 * Decides about work that was not dispatched: no provider was called, so the user pays nothing however it ended.
 * @param deadlineAt until then it may wait for its provider
 */
export function undispatchedVerdict(reply: OwnerReply, deadlineAt: number, now: number): OverdueVerdict {
  switch (reply.state) {
    case 'ended':
      return { kind: 'settle', costTokens: 0, outcome: reply.outcome, upstreamModel: reply.upstreamModel }
    case 'unknown':
      return { kind: 'expire', reason: 'not-begun' }
    case 'running':
    case 'unreachable':
      if (now >= deadlineAt) return { kind: 'expire', reason: 'not-dispatched' }
      return {
        kind: 'ask-again',
        dueAt: reply.state === 'running' ? deadlineAt : Math.min(now + askAgainMs, deadlineAt)
      }
    default:
      return reply satisfies never
  }
}
