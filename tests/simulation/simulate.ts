// A long run by command: `npm run simulate -- --seeds 200000 [--from 1]`, or one run with all its steps: `-- --seed 17`.
import './engine/in-node.ts'
import { parseArgs } from 'node:util'
import type { Ran } from './run.ts'

const { simulate } = await import('./run.ts')
const { describe, tableOf, total } = await import('./report.ts')

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' }
  }
})

const write = (text: string) => void process.stdout.write(`${text}\n`)
const isOne = values.seed !== undefined
const first = Number(values.seed ?? values.from)
const runs: Ran[] = []
const begunAt = performance.now()
for (let seed = first; seed < first + (isOne ? 1 : Number(values.seeds)); seed++) {
  const ran = await simulate(seed, isOne ? { tells: write } : {})
  if (ran.failure) write(describe(ran))
  runs.push({ ...ran, failure: ran.failure && { ...ran.failure, trace: [] } })
}
const seconds = (performance.now() - begunAt) / 1000
const { used, missing, steps } = total(runs)
const failed = runs.filter(({ failure }) => failure !== null)
write(tableOf(used))
write(
  `${runs.length} runs, ${Math.round(steps / runs.length)} steps each, ${seconds.toFixed(1)} s, ${failed.length} failed`
)
if (!isOne && missing.length > 0) write(`Never happened: ${missing.join(', ')}`)
process.exitCode = failed.length > 0 || (!isOne && missing.length > 0) ? 1 : 0
