// Keeps Vitest between the faults: it starts once, and reads only the changed file again. Tests of the Worker have a fresh
// runtime for each fault. Asked by tester.ts, whose end ends it.
import { relative } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { root } from '#scripts/base/root.ts'

export interface Question {
  /** Files that have changed since the last question. */
  changed: readonly string[]
  /** Lists of test files. A list begins when all tests of the previous one have passed. */
  tests: readonly (readonly string[])[]
}

/** `failure`: the first test that failed. */
export type Answer = { failure: string | null } | { error: string }

/** Runs the files in the order in which they are asked for. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const vitest = await createVitest('test', {
  root,
  run: true,
  watch: false,
  bail: 1,
  maxWorkers: 1,
  project: ['unit', 'worker'],
  sequence: { sequencer: AsAsked },
  reporters: [{}]
})
const found = await vitest.globTestSpecifications()
const specifications = new Map(found.map((specification) => [relative(root, specification.moduleId), specification]))

function specificationOf(file: string): TestSpecification {
  const specification = specifications.get(file)
  if (!specification) throw new Error(`Vitest knows no ${file}`)
  return specification
}

const fileOf = ({ moduleId }: TestModule) => relative(root, moduleId)

function failureIn(module: TestModule): string[] {
  if (module.state() !== 'failed') return []
  const names = [...module.children.allTests('failed')].map(({ fullName }) => fullName)
  const [name = module.errors()[0]?.message ?? 'no test'] = names
  return [`${fileOf(module)}: ${name}`]
}

async function firstFailure({ changed, tests }: Question): Promise<string | null> {
  for (const file of changed) vitest.invalidateFile(`${root}/${file}`)
  for (const files of tests.filter(({ length }) => length > 0)) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files.map(specificationOf))
    // Vitest also tells of files that ran for earlier questions.
    const ran = testModules.filter((module) => files.includes(fileOf(module)))
    const [failure] = [...ran.flatMap(failureIn), ...unhandledErrors.map(String)]
    if (failure !== undefined) return failure
  }
  return null
}

process.on('disconnect', () => process.kill(0, 'SIGKILL'))
process.on('message', (question: Question) => {
  void firstFailure(question).then(
    (failure) => process.send?.({ failure } satisfies Answer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies Answer)
  )
})
