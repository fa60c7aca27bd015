// The rules of one user's money. Pure: a command and what is on file for its id go in, a decision comes out; no clock,
// no storage, no randomness. Must never let an id count twice, or spend more than is available.
// "Balance" is everything the user owns: what may be spent plus what is reserved for running work, less what is owed.

/** Site tokens. Every token that was credited and not taken back is available, reserved or used. */
export interface Account {
  creditedTokens: number
  availableTokens: number
  reservedTokens: number
  usedTokens: number
  /** Taken back after they were used. While there is a debt nothing is available: what comes in pays it first. */
  debtTokens: number
}

export const emptyAccount: Account = {
  creditedTokens: 0,
  availableTokens: 0,
  reservedTokens: 0,
  usedTokens: 0,
  debtTokens: 0
}

export type OpeningKind = 'credit' | 'debit' | 'reserve'
type EndingKind = 'settle' | 'release' | 'expire'
export type EntryKind = OpeningKind | EndingKind

export type Command =
  | { kind: 'credit'; id: string; fingerprint: string; amountTokens: number }
  /** Takes back what was credited, spent or not: what is missing becomes a debt. */
  | { kind: 'debit'; id: string; fingerprint: string; amountTokens: number }
  /** `planMaxTokens`: a plan bears the price, up to this sum of all that it bears today, and nothing is held. */
  | {
      kind: 'reserve'
      id: string
      fingerprint: string
      priceTokens: number
      runningMax: number
      planMaxTokens?: number
    }
  /** `costTokens` above the reservation is not the user's: the platform bears it. */
  | { kind: 'settle'; id: string; costTokens: number }
  | { kind: 'release'; id: string }
  | { kind: 'expire'; id: string }

/** What the journal already says about an id. Credits, debits and reservations share one space of ids. */
export type Operation =
  | { kind: 'credit' | 'debit'; fingerprint: string }
  | { kind: 'reserve'; fingerprint: string; priceTokens: number; ended: boolean; isOnPlan?: boolean }

export interface Known {
  operation: Operation | null
  /** Open reservations of the same owner kind. */
  running: number
  /** What the plan bears today; of a reservation on a plan only. */
  planTokens?: number
  /** A frozen account takes no new reservation; what is open may still end, and money may still come in. */
  frozen: boolean
}

/** How far one entry moves the balance and the part of it that is reserved. */
export interface Movement {
  balanceDelta: number
  reservedDelta: number
  /** What of the balance's loss was use. */
  chargedTokens: number
}

export interface Entry extends Movement {
  kind: EntryKind
  operationId: string
  /** What the work cost above its reservation. */
  lossTokens: number
  /** On a plan: the price where the work begins, what it cost where it ends. The balance does not move. */
  planTokens?: number
}

type Refusal = 'conflict' | 'frozen' | 'insufficient' | 'invalid' | 'missing' | 'plan-exhausted' | 'too-many-running'

export type Decision =
  | { state: 'applied'; entry: Entry; account: Account }
  /** Decided before, in the same words: nothing changes, the first outcome stands. */
  | { state: 'known' }
  | { state: Refusal }

export const isAmount = (tokens: number) => Number.isSafeInteger(tokens) && tokens > 0
const isCost = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0

/** Below zero where the user owes more than is reserved. */
export const balanceOf = ({ availableTokens, reservedTokens, debtTokens }: Account) =>
  availableTokens + reservedTokens - debtTokens

/** The account after one movement. What a balance loses was used where it was charged, and taken back where it was not. */
export function move(account: Account, { balanceDelta, reservedDelta, chargedTokens }: Movement): Account {
  const freeTokens = account.availableTokens - account.debtTokens + balanceDelta - reservedDelta
  return {
    creditedTokens: account.creditedTokens + balanceDelta + chargedTokens,
    availableTokens: Math.max(freeTokens, 0),
    reservedTokens: account.reservedTokens + reservedDelta,
    usedTokens: account.usedTokens + chargedTokens,
    debtTokens: Math.max(0 - freeTokens, 0)
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

function debit(account: Account, command: Extract<Command, { kind: 'debit' }>, { operation }: Known): Decision {
  const { id, fingerprint, amountTokens } = command
  if (operation) {
    const same = operation.kind === 'debit' && operation.fingerprint === fingerprint
    return { state: same ? 'known' : 'conflict' }
  }
  // Nobody owes more than they were ever given.
  if (!isAmount(amountTokens) || amountTokens > account.creditedTokens) return { state: 'invalid' }
  return applied(account, {
    kind: 'debit',
    operationId: id,
    balanceDelta: 0 - amountTokens,
    reservedDelta: 0,
    chargedTokens: 0,
    lossTokens: 0
  })
}

function reserve(account: Account, command: Extract<Command, { kind: 'reserve' }>, known: Known): Decision {
  const { id, fingerprint, priceTokens, runningMax, planMaxTokens } = command
  if (known.operation) {
    const same = known.operation.kind === 'reserve' && known.operation.fingerprint === fingerprint
    return { state: same ? 'known' : 'conflict' }
  }
  if (!isAmount(priceTokens) || !isAmount(runningMax)) return { state: 'invalid' }
  if (known.frozen) return { state: 'frozen' }
  const isOnPlan = planMaxTokens !== undefined
  if (isOnPlan && (known.planTokens ?? 0) + priceTokens > planMaxTokens) return { state: 'plan-exhausted' }
  // Money before numbers: "wait for the others" would send a user without tokens into waiting for nothing.
  if (!isOnPlan && account.availableTokens < priceTokens) return { state: 'insufficient' }
  if (known.running >= runningMax) return { state: 'too-many-running' }
  return applied(account, {
    kind: 'reserve',
    operationId: id,
    balanceDelta: 0,
    reservedDelta: isOnPlan ? 0 : priceTokens,
    chargedTokens: 0,
    lossTokens: 0,
    ...(isOnPlan ? { planTokens: priceTokens } : {})
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
  const borneTokens = Math.min(costTokens, operation.priceTokens)
  const lossTokens = costTokens - borneTokens
  // As it was begun, whatever plan there is now.
  if (operation.isOnPlan)
    return applied(account, {
      kind,
      operationId: id,
      balanceDelta: 0,
      reservedDelta: 0,
      chargedTokens: 0,
      lossTokens,
      planTokens: borneTokens
    })
  return applied(account, {
    kind,
    operationId: id,
    // Subtracted from zero, because a negated zero is another value to strict comparisons.
    balanceDelta: 0 - borneTokens,
    reservedDelta: 0 - operation.priceTokens,
    chargedTokens: borneTokens,
    lossTokens
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
    case 'debit':
      return debit(account, command, known)
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
