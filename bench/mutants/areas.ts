// The areas in which a fault costs most, and the tests that have to notice it: the unit tests that reach the file, those that
// need the fewest imports for it first, the simulator, and then tests of the Worker. Those most likely to fail come first.
import { globSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '#scripts/base/root.ts'
import { importsBelow, layers } from '#tests/support/node/layers.ts'

export interface Area {
  sources: readonly string[]
  /** How the names of the tests in tests/worker begin. */
  workerTests: readonly string[]
}

export const areas = {
  domain: { sources: ['domain/*.ts'], workerTests: [] },
  wallet: {
    sources: ['durable-objects/wallet/*.ts'],
    workerTests: [
      'wallet',
      'answer',
      'deletion-m',
      'purchase',
      'reconc',
      'operator-w',
      'operator-c',
      'long-',
      'old-books'
    ]
  },
  answers: {
    sources: ['durable-objects/answer/*.ts'],
    workerTests: ['answer', 'chat', 'wallet-restore', 'attach', 'session-lost', 'version', 'sources', 'provider-outage']
  },
  queues: {
    sources: ['queues/**/*.ts'],
    workerTests: [
      'job-d',
      'job-m',
      'job-o',
      'job-t',
      'job-submit.',
      'redo',
      'attach',
      'speech.',
      'chat-t',
      'ready',
      'job',
      'speech',
      'document-r'
    ]
  },
  payments: {
    sources: ['worker/payments/*.ts', 'worker/premium/*.ts'],
    workerTests: [
      'purchase',
      'refund.',
      'premium',
      'payment',
      'refund',
      'receipts',
      'wallet-h',
      'order',
      'inviter',
      'operator-re',
      'operator-pa',
      'operator-pre'
    ]
  }
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof areas

export const sourcesOf = ({ sources }: Area): string[] =>
  sources.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()

/** The files that import each file. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const folders = Object.keys(layers).filter((layer) => layer !== 'web')
  for (const folder of [...folders, 'scripts', 'bench', 'tests/support', 'tests/simulation', 'tests/unit'])
    for (const { file, specifier } of importsBelow(root, folder)) {
      const path = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier.replace(/^#/, '')
      importers.set(path, [...(importers.get(path) ?? []), file])
    }
  return importers
}

/** The first runs of the simulator, which most faults of money do not survive. */
const simulator = 'tests/simulation/runs.test.ts'

let importers: ReadonlyMap<string, readonly string[]> | undefined

function unitTestsOf(file: string): string[] {
  importers ??= importersOf()
  const reached = new Set([file])
  // A set yields elements that are added while it is read.
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].filter((path) => /^tests\/unit\/.+\.test\.ts$/.test(path) || path === simulator)
}

const namesOfWorkerTests = readdirSync(join(root, 'tests/worker')).toSorted()

function workerTestsOf({ workerTests }: Area): string[] {
  const named = workerTests.flatMap((start) => namesOfWorkerTests.filter((name) => name.startsWith(start)))
  return [...new Set(named)].map((name) => `tests/worker/${name}`)
}

/** The test files, in the order in which they run until one fails. */
export const testsOf = (area: Area, file: string): { unit: string[]; worker: string[] } => ({
  unit: unitTestsOf(file),
  worker: workerTestsOf(area)
})
