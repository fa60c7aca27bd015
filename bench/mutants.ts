// How many small faults the tests notice, one at a time, in the areas where a fault costs most (mutants/areas.ts). A fault that
// survives needs a test, or the code that it is in decides nothing. Run with
//   node bench/mutants.ts wallet payments       25 faults in each of these areas; in all five without names
//   --faults 10 --seed text                     fewer, or others
//   --of earlier.txt                            those that an earlier run has printed, as far as their lines are the same
//   --list                                      only prints them
// The faults are made in a copy of the repository. Most take a second in the unit tests and ten in those of the Worker, those
// that survive as long as all tests of their area.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { aborted, main } from '#scripts/base/main.ts'
import { type Area, type AreaName, areas, sourcesOf, testsOf } from './mutants/areas.ts'
import { Copy } from './mutants/copy.ts'
import { drawnFaults, type Fault, withChange } from './mutants/faults.ts'
import { Tester } from './mutants/tester.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'string', default: '25' },
    seed: { type: 'string', default: '7' },
    of: { type: 'string' },
    list: { type: 'boolean', default: false }
  }
})

/** For the tests without a fault. */
const patienceMs = 30 * 60_000
/** A test that fails slowly, because an event never comes, ends within a minute. */
const slowestTestMs = 2 * 60_000

const isArea = (name: string): name is AreaName => Object.hasOwn(areas, name)

function chosenAreas(): AreaName[] {
  const unknown = positionals.filter((name) => !isArea(name))
  if (unknown.length > 0) throw new Error(`No area: ${unknown.join(', ')}. There are ${Object.keys(areas).join(', ')}.`)
  return (positionals.length > 0 ? positionals : Object.keys(areas)).filter(isArea)
}

function chosenFaults(name: AreaName): Fault[] {
  const drawn = drawnFaults(sourcesOf(areas[name]), options.seed)
  if (options.of === undefined) return drawn.slice(0, Number(options.faults))
  const printed = readFileSync(options.of, 'utf8').matchAll(/\[([\da-f]{10})\]/g)
  const ids = new Set([...printed].map(([, id]) => id))
  return drawn.filter(({ id }) => ids.has(id))
}

const described = ({ id, file, line, was, now }: Fault) => `[${id}] ${file}:${line}\n    ${was}\n    ${now}`

interface Place {
  copy: Copy
  tester: Tester
}

/** @throws Error when a test fails without a fault: it would seem to notice every one */
async function demandPassing(tester: Tester, faults: readonly Fault[], tests: readonly string[][]) {
  const failure = await tester.firstFailure({ changed: faults.map(({ file }) => file), tests }, patienceMs)
  if (failure !== null) throw new Error(`Fails without a fault: ${failure}`)
}

/** @returns the faults that survive */
async function tryFaults(area: Area, faults: readonly Fault[], { copy, tester }: Place): Promise<Fault[]> {
  const each = faults.map(({ file }) => testsOf(area, file))
  const unit = [...new Set(each.flatMap((tests) => tests.unit))]
  const worker = [...new Set(each.flatMap((tests) => tests.worker))]
  const startedAt = performance.now()
  await demandPassing(tester, faults, [unit, worker])
  const takesMs = performance.now() - startedAt
  console.log(`Without a fault ${unit.length + worker.length} test files pass in ${Math.round(takesMs / 1000)} s`)
  const limitMs = Math.round(3 * takesMs) + slowestTestMs
  const survivors: Fault[] = []
  for (const fault of faults) {
    const { file } = fault
    const tests = testsOf(area, file)
    // The previous fault is undone.
    const question = { changed: faults.map((other) => other.file), tests: [tests.unit, tests.worker] }
    const change = (source: string) => withChange(source, fault)
    const failure = await copy.changed(file, change, () => tester.firstFailure(question, limitMs))
    if (failure === null) survivors.push(fault)
    console.log(`${described(fault)}\n    ${failure === null ? 'SURVIVES' : `noticed by ${failure}`}`)
  }
  // Unit tests share what they have loaded. Those of the Worker begin with a fresh runtime each time.
  await demandPassing(tester, faults, [unit])
  return survivors
}

async function measure(names: readonly AreaName[], place: Place) {
  const results: string[] = []
  for (const name of names) {
    const faults = chosenFaults(name)
    const survivors = await tryFaults(areas[name], faults, place)
    results.push(...survivors.map((fault) => `survives ${described(fault)}`))
    results.push(`${name}: ${faults.length - survivors.length} of ${faults.length} noticed`)
  }
  console.log(`\n${results.join('\n')}`)
}

await main(async (signal) => {
  const names = chosenAreas()
  if (options.list) return names.flatMap(chosenFaults).forEach((fault) => console.log(described(fault)))
  const copy = new Copy()
  const tester = new Tester(copy.folder)
  try {
    copy.fill()
    await Promise.race([measure(names, { copy, tester }), aborted(signal)])
    signal.throwIfAborted()
  } finally {
    tester.stop()
    copy.remove()
  }
})
