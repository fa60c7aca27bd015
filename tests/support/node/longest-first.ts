// The order in which Vitest begins the files. What waits for minutes begins first, so that it waits beside the others: a
// fresh clone does not know yet which files take long.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A payment that nobody told of is asked about after a minute; a killed product is started twice. */
const waiting = ['e2e/purchases.test.ts', 'e2e/kill.test.ts']

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
