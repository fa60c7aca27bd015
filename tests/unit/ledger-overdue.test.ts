import { expect, it } from 'vitest'
import { askAgainMs, asksMax, type OwnerReply, type OverdueVerdict, overdueVerdict } from '#domain/ledger-overdue.ts'

const now = 1_000_000
const ended = { state: 'ended', chargedTokens: 3, outcome: 'stopped', upstreamModel: 'm' } as const

it.each<[string, OwnerReply, number, OverdueVerdict]>([
  [
    'work that ended is charged as its owner says',
    ended,
    1,
    { kind: 'settle', costTokens: 3, outcome: 'stopped', upstreamModel: 'm' }
  ],
  [
    'even when it is said at the last moment',
    ended,
    asksMax + 5,
    { kind: 'settle', costTokens: 3, outcome: 'stopped', upstreamModel: 'm' }
  ],
  ['work that nobody knows costs nothing', { state: 'unknown' }, 1, { kind: 'expire', reason: 'owner-unknown' }],
  ['running work is asked about again', { state: 'running' }, 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['so is an owner out of reach', { state: 'unreachable' }, 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['almost for the last time', { state: 'unreachable' }, asksMax - 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['but not for ever', { state: 'running' }, asksMax, { kind: 'expire', reason: 'still-running' }],
  ['and not for ever out of reach', { state: 'unreachable' }, asksMax, { kind: 'expire', reason: 'owner-unreachable' }]
])('overdue reservation: %s', (_, reply, asked, verdict) => {
  expect(overdueVerdict(reply, asked, now)).toEqual(verdict)
})
