import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** CPU time of all threads of a process until now, in milliseconds. The first field of schedstat is nanoseconds on a core. */
export function cpuMsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const spent = readdirSync(tasks).map((task) =>
    Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0])
  )
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}
