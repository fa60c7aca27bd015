// Random calls of the API against the rules of metering and of the ledger, many more than the tests run: `node bench/metering.ts [calls] [seed]`.
// Throws with the first invariant that does not hold.
import { runCalls } from '#tests/support/metered-calls.ts'

const callsOfUser = 10_000
const [calls = 545_000, firstSeed = 1] = process.argv.slice(2).map(Number)
const begun = performance.now()
const sum = { admitted: 0, refused: 0, lines: 0, chargedTokens: 0 }
let remainders = 0
for (let seed = firstSeed; sum.admitted + sum.refused < calls; seed += 1) {
  const { totals, meter } = runCalls(seed, callsOfUser)
  sum.admitted += totals.admitted
  sum.refused += totals.refused
  sum.lines += totals.lines
  sum.chargedTokens += totals.chargedTokens
  remainders += meter.remainderMicros
}
console.log({
  ...sum,
  paidBeyondCalls: remainders / 1_000_000,
  linesPerCall: (sum.lines / sum.admitted).toFixed(3),
  seconds: ((performance.now() - begun) / 1000).toFixed(1)
})
