import { expect, it } from 'vitest'
import { askAgainMs, asksMax, type OwnerReply, type OverdueVerdict, overdueVerdict } from '#domain/ledger-overdue.ts'

const now = 1_000_000
const ended = { state: 'ended', chargedTokens: 3, outcome: 'stopped', upstreamModel: 'm' } as const

it.each<[string, OwnerReply, number, OverdueVerdict]>([
  [
    'ended work is charged as its owner reports',
    ended,
    1,
    { kind: 'settle', costTokens: 3, outcome: 'stopped', upstreamModel: 'm' }
  ],
  [
    'ended work is charged even after the last try',
    ended,
    asksMax + 5,
    { kind: 'settle', costTokens: 3, outcome: 'stopped', upstreamModel: 'm' }
  ],
  ['work unknown to its owner is free', { state: 'unknown' }, 1, { kind: 'expire', reason: 'owner-unknown' }],
  ['running work is asked about again', { state: 'running' }, 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['an unreachable owner is asked again', { state: 'unreachable' }, 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['the last try but one', { state: 'unreachable' }, asksMax - 1, { kind: 'ask-again', dueAt: now + askAgainMs }],
  ['running at the last try', { state: 'running' }, asksMax, { kind: 'expire', reason: 'still-running' }],
  ['unreachable at the last try', { state: 'unreachable' }, asksMax, { kind: 'expire', reason: 'owner-unreachable' }]
])('overdue reservation: %s', (_, reply, asked, verdict) => {
  expect(overdueVerdict(reply, asked, now)).toEqual(verdict)
})
