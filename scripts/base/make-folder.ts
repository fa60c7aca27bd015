import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SetupProblem } from './setup-problem.ts'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Makes a folder that a person has named, and those above it. Node's own `recursive` never returns from a place where nothing can be
 * made, such as `/proc`.
 * @throws SetupProblem, or what the system says
 */
export function makeFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process was faster.
    if (code === 'EEXIST' && isFolder(folder)) return
    if (code === 'ENOENT') throw new SetupProblem(`No folder can be made in ${above}. Name another place.`)
    throw error
  }
}
