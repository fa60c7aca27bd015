// The rules of one user's money. Pure: a command and what is on file for its id go in, a decision comes out; no clock,
// no storage, no randomness. Must never let an id count twice, or spend more than is available.
// "Balance" is everything the user owns: what may be spent plus what is reserved for running work.

/** Site tokens. Every token ever credited is available, reserved or used. */
export interface Account {
  creditedTokens: number
  availableTokens: number
  reservedTokens: number
  usedTokens: number
}

export const emptyAccount: Account = { creditedTokens: 0, availableTokens: 0, reservedTokens: 0, usedTokens: 0 }

export type OpeningKind = 'credit' | 'reserve'
export type EndingKind = 'settle' | 'release' | 'expire'
export type EntryKind = OpeningKind | EndingKind

export type Command =
  | { kind: 'credit'; id: string; fingerprint: string; amountTokens: number }
  | { kind: 'reserve'; id: string; fingerprint: string; priceTokens: number; runningMax: number }
  /** `costTokens` above the reservation is not the user's: the platform bears it. */
  | { kind: 'settle'; id: string; costTokens: number }
  | { kind: 'release'; id: string }
  | { kind: 'expire'; id: string }

/** What the journal already says about an id. Credits and reservations share one space of ids. */
export type Operation =
  | { kind: 'credit'; fingerprint: string }
  | { kind: 'reserve'; fingerprint: string; priceTokens: number; ended: boolean }

export interface Known {
  operation: Operation | null
  /** Open reservations of the same owner kind. */
  running: number
  /** A frozen account takes no new reservation; what is open may still end, and money may still come in. */
  frozen: boolean
}

/** How far one entry moves the balance and the part of it that is reserved. */
export interface Movement {
  balanceDelta: number
  reservedDelta: number
}

export interface Entry extends Movement {
  kind: EntryKind
  operationId: string
  chargedTokens: number
  /** What the work cost above its reservation. */
  lossTokens: number
}

export type Refusal = 'conflict' | 'frozen' | 'insufficient' | 'invalid' | 'missing' | 'too-many-running'

export type Decision =
  | { state: 'applied'; entry: Entry; account: Account }
  /** Decided before, in the same words: nothing changes, the first outcome stands. */
  | { state: 'known' }
  | { state: Refusal }

export const isAmount = (tokens: number) => Number.isSafeInteger(tokens) && tokens > 0
const isCost = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0

export const balanceOf = ({ availableTokens, reservedTokens }: Account) => availableTokens + reservedTokens

/** The account after one movement. A balance grows by credits only and shrinks by use only. */
export function move(account: Account, { balanceDelta, reservedDelta }: Movement): Account {
  return {
    creditedTokens: account.creditedTokens + Math.max(balanceDelta, 0),
    availableTokens: account.availableTokens + balanceDelta - reservedDelta,
    reservedTokens: account.reservedTokens + reservedDelta,
    usedTokens: account.usedTokens + Math.max(-balanceDelta, 0)
  }
}

function applied(account: Account, entry: Entry): Decision {
  return { state: 'applied', entry, account: move(account, entry) }
}

function credit(account: Account, command: Extract<Command, { kind: 'credit' }>, { operation }: Known): Decision {
  const { id, fingerprint, amountTokens } = command
  if (operation) {
    const same = operation.kind === 'credit' && operation.fingerprint === fingerprint
    return { state: same ? 'known' : 'conflict' }
  }
  if (!isAmount(amountTokens) || !isAmount(account.creditedTokens + amountTokens)) return { state: 'invalid' }
  return applied(account, {
    kind: 'credit',
    operationId: id,
    balanceDelta: amountTokens,
    reservedDelta: 0,
    chargedTokens: 0,
    lossTokens: 0
  })
}

function reserve(account: Account, command: Extract<Command, { kind: 'reserve' }>, known: Known): Decision {
  const { id, fingerprint, priceTokens, runningMax } = command
  if (known.operation) {
    const same = known.operation.kind === 'reserve' && known.operation.fingerprint === fingerprint
    return { state: same ? 'known' : 'conflict' }
  }
  if (!isAmount(priceTokens) || !isAmount(runningMax)) return { state: 'invalid' }
  if (known.frozen) return { state: 'frozen' }
  // Money before numbers: "wait for the others" would send a user without tokens into waiting for nothing.
  if (account.availableTokens < priceTokens) return { state: 'insufficient' }
  if (known.running >= runningMax) return { state: 'too-many-running' }
  return applied(account, {
    kind: 'reserve',
    operationId: id,
    balanceDelta: 0,
    reservedDelta: priceTokens,
    chargedTokens: 0,
    lossTokens: 0
  })
}

function end(
  account: Account,
  { kind, id }: { kind: EndingKind; id: string },
  costTokens: number,
  { operation }: Known
): Decision {
  if (operation?.kind !== 'reserve') return { state: 'missing' }
  if (operation.ended) return { state: 'known' }
  if (!isCost(costTokens)) return { state: 'invalid' }
  const chargedTokens = Math.min(costTokens, operation.priceTokens)
  return applied(account, {
    kind,
    operationId: id,
    // Subtracted from zero, because a negated zero is another value to strict comparisons.
    balanceDelta: 0 - chargedTokens,
    reservedDelta: 0 - operation.priceTokens,
    chargedTokens,
    lossTokens: costTokens - chargedTokens
  })
}

/**
 * Decides one command. A refusal leaves no trace, so a refused id may succeed later: one intent keeps its id through
 * a detour to payment.
 */
export function applyCommand(account: Account, command: Command, known: Known): Decision {
  switch (command.kind) {
    case 'credit':
      return credit(account, command, known)
    case 'reserve':
      return reserve(account, command, known)
    case 'settle':
      return end(account, command, command.costTokens, known)
    case 'release':
    case 'expire':
      return end(account, command, 0, known)
    default:
      return command satisfies never
  }
}
