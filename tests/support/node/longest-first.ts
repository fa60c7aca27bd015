// The order in which Vitest begins the files. What takes minutes begins first, beside the others: a fresh clone does not
// know yet which files take long.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The first starts products of its own, the second deploys one again and again; the simulator's runs take most of a minute. */
const longest = ['e2e/restore', 'e2e/deploy', 'simulation/runs'].map((name) => `${name}.test.ts`)

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this `sort` is the sequencer's, not an array's
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
