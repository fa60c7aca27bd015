import { expect, it } from 'vitest'
import {
  askAgainMs,
  asksMax,
  type OwnerReply,
  type OverdueVerdict,
  overdueVerdict,
  undispatchedVerdict
} from '#domain/ledger-overdue.ts'

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

const deadlineAt = now + 10 * askAgainMs
const free = { kind: 'settle', costTokens: 0, outcome: 'stopped', upstreamModel: 'm' } as const

it.each<[string, OwnerReply, number, OverdueVerdict]>([
  ['work that has no owner never began', { state: 'unknown' }, now, { kind: 'expire', reason: 'not-begun' }],
  ['waiting work keeps its time', { state: 'running' }, now, { kind: 'ask-again', dueAt: deadlineAt }],
  [
    'an unreachable owner is asked again',
    { state: 'unreachable' },
    now,
    { kind: 'ask-again', dueAt: now + askAgainMs }
  ],
  [
    'an unreachable owner is asked again at the deadline',
    { state: 'unreachable' },
    deadlineAt - 1,
    { kind: 'ask-again', dueAt: deadlineAt }
  ],
  ['ended work is free, whatever its owner reports', ended, now, free],
  ['waiting work whose time is over', { state: 'running' }, deadlineAt, { kind: 'expire', reason: 'not-dispatched' }],
  [
    'an unreachable owner whose time is over',
    { state: 'unreachable' },
    deadlineAt,
    { kind: 'expire', reason: 'not-dispatched' }
  ]
])('reservation that was not dispatched: %s', (_, reply, at, verdict) => {
  expect(undispatchedVerdict(reply, deadlineAt, at)).toEqual(verdict)
})
