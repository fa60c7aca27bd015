import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4096

/** @returns the text of a process's state, or null when the process has ended */
function readState(process: string): string | null {
  try {
    return readFileSync(`/proc/${process}/stat`, 'utf8')
  } catch {
    return null
  }
}

/**
 * How much memory the processes of a group hold. A process is born into its group and joins no other one, so those that were found
 * elsewhere are not read again: a machine has hundreds of them, and the scale is asked so often that no number of a process is used anew
 * between two looks.
 * @returns a scale: what it tells is in bytes, or null on systems without Linux's `/proc`
 */
export function groupScale(groupId: number, read = readState): () => number | null {
  let elsewhere = new Set<string>()
  return () => {
    const outside = new Set<string>()
    let pages = 0
    try {
      for (const name of readdirSync('/proc')) {
        if (!/^\d+$/.test(name)) continue
        const held = elsewhere.has(name) ? null : pagesIn(read(name), groupId)
        if (held === null) outside.add(name)
        else pages += held
      }
    } catch {
      return null
    }
    elsewhere = outside
    return pages * pageBytes
  }
}

/**
 * Field 5 of a process's state is its group, field 24 its pages in memory; the name in field 2 may have spaces.
 * @returns null for a process of another group
 */
function pagesIn(state: string | null, groupId: number): number | null {
  if (state === null) return 0
  const fields = state.split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[2]) === groupId ? Number(fields[21]) : null
}
