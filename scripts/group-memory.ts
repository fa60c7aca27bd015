import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4096

/**
 * How much memory the processes of a group hold, in bytes.
 * @returns null on systems without Linux's `/proc`
 */
export function groupMemory(groupId: number): number | null {
  let pages = 0
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) pages += pagesOf(name, groupId)
  } catch {
    return null
  }
  return pages * pageBytes
}

/** Field 5 of a process's state is its group, field 24 its pages in memory; the name in field 2 may have spaces. */
function pagesOf(process: string, groupId: number): number {
  try {
    const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(fields[2]) === groupId ? Number(fields[21]) : 0
  } catch {
    // The process ended meanwhile.
    return 0
  }
}
