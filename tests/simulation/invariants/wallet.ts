// One user's money. M1 to M9, M15 and M21 of the list of invariants that payments systems are proven by.
import { type Check, digestOf, type Line, type WalletFacts } from '../world/facts.ts'

/** For every wallet in which something has changed. */
const ofWallets =
  (check: (wallet: WalletFacts) => string | null): Check =>
  (_, { wallets }) => {
    for (const wallet of wallets) {
      const problem = check(wallet)
      if (problem !== null) return `${wallet.person.letter}: ${problem}`
    }
    return null
  }

const ofLines = (isWrong: (line: Line, before: Line | undefined) => boolean, problem: string) =>
  ofWallets(({ lines }) => {
    const wrong = lines.find((line, index) => isWrong(line, lines[index - 1]))
    return wrong ? `line ${wrong.seq} (${wrong.kind} ${wrong.operationId}) ${problem}` : null
  })

const isOpening = ({ kind }: Line) => kind === 'reserve' || kind === 'credit' || kind === 'debit'
const isEnding = ({ kind }: Line) => kind === 'settle' || kind === 'release' || kind === 'expire'
const nothing = { available: 0, reserved: 0, used: 0, debt: 0, credited: 0 }

function firstRepeated(lines: readonly Line[]): Line | undefined {
  const seen = new Set<string>()
  return lines.find(({ operationId }) => seen.size === seen.add(operationId).size)
}

const held = (lines: readonly Line[], id: string): Line | undefined =>
  lines.find((line) => line.kind === 'reserve' && line.operationId === id)

/** A reservation lives at most a week, and its owner is asked for a quarter of an hour after that. */
const weekMs = 7 * 24 * 60 * 60_000

export const walletInvariants: Record<string, Check> = {
  /** M1. */
  'no token is made or lost': ofLines(
    ({ after }) => after.credited + after.debt !== after.available + after.reserved + after.used,
    'does not add up'
  ),
  /** M2. */
  'no amount is below zero': ofLines(({ after }) => Object.values(after).some((amount) => amount < 0), 'is below zero'),
  /** M3: what the last line says is what all lines add up to. */
  'a balance is what its lines add up to': ofWallets(({ lines }) => {
    const last = lines.at(-1)?.after ?? nothing
    const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0)
    const balance = sum((line) => line.balance)
    const isRight =
      last.available + last.reserved - last.debt === balance &&
      last.reserved === sum((line) => line.reserved) &&
      last.used === sum((line) => line.charged)
    return isRight ? null : `the lines add up to ${balance}, and the account says ${JSON.stringify(last)}`
  }),
  /** M4. */
  'a line of the journal never changes': ofWallets((wallet) => {
    const { lines, digest, host } = wallet
    const known = lines.findLast(({ seq }) => seq <= (wallet.digestSeq ?? 0))?.seq ?? 0
    const found = digestOf(host.sqlite, known)
    const isSame = known === 0 || found === digest
    wallet.digestSeq = lines.at(-1)?.seq ?? 0
    wallet.digest = wallet.digestSeq === known ? found : digestOf(host.sqlite, wallet.digestSeq)
    return isSame ? null : `what was written up to line ${known} is another now`
  }),
  'the journal has no gap': ofLines((line, before) => line.seq !== (before?.seq ?? 0) + 1, 'does not follow'),
  /** M5. */
  'an id begins once': ofWallets(({ lines }) => firstRepeated(lines.filter(isOpening))?.operationId ?? null),
  /** M7. */
  'a reservation ends once': ofWallets(({ lines }) => firstRepeated(lines.filter(isEnding))?.operationId ?? null),
  /** M8. */
  'a charge is within its reservation': ofWallets(({ lines }) => {
    const beyond = lines.find((line) => isEnding(line) && line.charged > (held(lines, line.operationId)?.reserved ?? 0))
    return beyond ? `${beyond.operationId} costs ${beyond.charged}` : null
  }),
  /** M9. */
  'what is reserved is what is open': ofWallets(({ lines, open }) => {
    const reserved = lines.at(-1)?.after.reserved ?? 0
    const sum = open.reduce((total, { price }) => total + price, 0)
    return sum === reserved ? null : `${reserved} are reserved, and ${sum} are open`
  }),
  /** M9. */
  'every reservation has a deadline': ofWallets(({ open }) => {
    const endless = open.find(
      ({ dueAt, deadlineAt, openedAt }) => !(deadlineAt <= openedAt + weekMs) || !(dueAt <= deadlineAt + weekMs)
    )
    return endless ? `${endless.operationId} may stay open for ever` : null
  }),
  /** M15. */
  'nothing is available while there is debt': ofLines(({ after }) => after.available > 0 && after.debt > 0, 'has both'),
  /** M21: every id that clients choose here says whose it is. */
  'no operation touches the money of another': ofWallets(({ lines, person }) => {
    const foreign = lines.find(({ operationId }) => {
      const letter = /^op-(.)-/.exec(operationId)?.[1] ?? /^bonus:(.)$/.exec(operationId)?.[1] ?? person.letter
      return letter !== person.letter
    })
    return foreign ? foreign.operationId : null
  })
}
