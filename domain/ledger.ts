// The rules of one user's money. Pure: a command and what the journal holds about its id go in, a decision comes out;
// no clock, no storage, no randomness. Must never count an id twice, or spend more than is available.
// "Balance" is what the user owns: available tokens plus reserved ones, minus the debt.

/** Site tokens. Invariant: creditedTokens + debtTokens = availableTokens + reservedTokens + usedTokens. */
export interface Account {
  creditedTokens: number
  availableTokens: number
  reservedTokens: number
  usedTokens: number
  /** Tokens taken back after they had been spent. While there is debt nothing is available: credits pay it first. */
  debtTokens: number
}

export const emptyAccount: Account = {
  creditedTokens: 0,
  availableTokens: 0,
  reservedTokens: 0,
  usedTokens: 0,
  debtTokens: 0
}

/** `correct`: an operator declared the account after a damage, see ledger-correction.ts. */
export type OpeningKind = 'credit' | 'debit' | 'reserve' | 'correct'
type EndingKind = 'settle' | 'release' | 'expire'
export type EntryKind = OpeningKind | EndingKind

export type Command =
  | { kind: 'credit'; id: string; fingerprint: string; amountTokens: number }
  /** Takes back credited tokens, spent or not: the part that is not available becomes a debt. */
  | { kind: 'debit'; id: string; fingerprint: string; amountTokens: number }
  /** `planMaxTokens`: a plan covers the price and nothing is reserved, until today's covered prices reach this sum. */
  | {
      kind: 'reserve'
      id: string
      fingerprint: string
      priceTokens: number
      runningMax: number
      planMaxTokens?: number
    }
  /** The part of `costTokens` above the reservation is the platform's loss, never the user's. */
  | { kind: 'settle'; id: string; costTokens: number }
  | { kind: 'release'; id: string }
  | { kind: 'expire'; id: string }

/** What the journal holds about an id. Credits, debits and reservations share one space of ids. */
export type Operation =
  | { kind: 'credit' | 'debit' | 'correct'; fingerprint: string }
  | { kind: 'reserve'; fingerprint: string; priceTokens: number; ended: boolean; isOnPlan?: boolean }

export interface Known {
  operation: Operation | null
  /** Open reservations of the same owner kind. */
  running: number
  /** The prices that the plan has covered today; only for a reservation on a plan. */
  planTokens?: number
  /** What the user's own limits let be spent and reserved together; absent: there are none. */
  budgetTokens?: number
  /** A frozen account takes no new reservations; open ones may still end, and credits and debits are still booked. */
  frozen: boolean
}

/** How much one entry changes the balance and the reserved part of it. */
export interface Movement {
  balanceDelta: number
  reservedDelta: number
  /** The part of the decrease that was spent on work. */
  chargedTokens: number
}

export interface Entry extends Movement {
  kind: EntryKind
  operationId: string
  /** The cost above the reservation, borne by the platform. */
  lossTokens: number
  /** On a plan: the price where the work begins, the cost where it ends. The balance does not change. */
  planTokens?: number
}

type Refusal =
  | 'conflict'
  | 'frozen'
  | 'insufficient'
  | 'invalid'
  | 'missing'
  | 'over-budget'
  | 'plan-exhausted'
  | 'too-many-running'

export type Decision =
  | { state: 'applied'; entry: Entry; account: Account }
  /** The same command was decided before: nothing changes, the first outcome stands. */
  | { state: 'known' }
  | { state: Refusal }

export const isAmount = (tokens: number) => Number.isSafeInteger(tokens) && tokens > 0
const isCost = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 0

/** Negative when the debt is larger than the reserved tokens. */
export const balanceOf = ({ availableTokens, reservedTokens, debtTokens }: Account) =>
  availableTokens + reservedTokens - debtTokens

/** The account after one movement. The charged part of a decrease counts as used, the rest as taken back. */
export function applyMovement(account: Account, { balanceDelta, reservedDelta, chargedTokens }: Movement): Account {
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
  return { state: 'applied', entry, account: applyMovement(account, entry) }
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
  // A debit above all credits is invalid, so a debt never exceeds what the user was given.
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
  // Before the funds: more tokens would not help.
  if (!isOnPlan && account.reservedTokens + priceTokens > (known.budgetTokens ?? Infinity))
    return { state: 'over-budget' }
  // Funds come before the number of running operations: waiting does not help a user without tokens.
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
  // An operation that began on a plan ends on it, even if the plan has changed meanwhile.
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
    // `0 - x` instead of `-x`: negating 0 gives -0, which strict comparisons treat as another value.
    balanceDelta: 0 - borneTokens,
    reservedDelta: 0 - operation.priceTokens,
    chargedTokens: borneTokens,
    lossTokens
  })
}

/** Decides one command. A refusal stores nothing, so the same id may succeed later, for example after a top-up. */
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
