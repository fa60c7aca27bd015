// Which test file the running code belongs to. The files of a thread share one window: what a page of one file still
// waits for must not call the API of another.
import { AsyncLocalStorage } from 'node:async_hooks'

const files = new AsyncLocalStorage<string>()

/** Runs the tests of a file. All that they begin belongs to it, also what goes on when they are over. */
export const workFor = <Result>(file: string, run: () => Result): Result => files.run(file, run)

/** Undefined outside of tests. */
export const fileAtWork = (): string | undefined => files.getStore()

const late: string[] = []

/** Whether what calls now belongs to another file than the one whose API this is. Such a call fails the file that runs. */
export function isLate(call: string, owner: string | undefined): boolean {
  const caller = fileAtWork()
  if (caller === undefined || caller === owner) return false
  late.push(`${caller} is over, but it still called ${call}`)
  return true
}

/** The late calls since the last time. */
export const takeLateCalls = (): string[] => late.splice(0)
