// The order in which Vitest begins the files. What waits for minutes begins first, so that it waits beside the others: a
// fresh clone does not know yet which files take long.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait for minutes of the clock; the last three start products of their own, several times. */
const waiting = ['console-prices', 'console-work', 'purchases', 'restore', 'kill', 'deploy'].map(
  (name) => `e2e/${name}.test.ts`
)

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = waiting.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? waiting.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this `sort` is the sequencer's, not an array's
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
