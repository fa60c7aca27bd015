// Draws faults from the sources of an area, the same ones for the same seed: also after other lines have changed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/base/root.ts'
import { type Change, changesOf } from './changes.ts'

export interface Fault extends Change {
  /** The same as long as the line stays as it is, wherever it is in the file. */
  id: string
  file: string
  /** From 1. */
  line: number
  /** The line before and after. */
  was: string
  now: string
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const lineStart = (source: string, offset: number) => source.lastIndexOf('\n', offset - 1) + 1

/** The line that an offset is in, to its end. */
const lineAt = (source: string, offset: number): string =>
  source.slice(lineStart(source, offset)).split('\n', 1)[0]?.trim() ?? ''

/** The source with the fault in it. */
export const withChange = (source: string, { start, end, text }: Change): string =>
  source.slice(0, start) + text + source.slice(end)

function faultsOf(file: string): Fault[] {
  const source = readFileSync(join(root, file), 'utf8')
  const seen = new Map<string, number>()
  return changesOf(source).map(({ start, end, text }) => {
    const change = { start, end, text }
    const was = lineAt(source, start)
    const now = lineAt(withChange(source, change), start)
    const name = JSON.stringify([file, was, now])
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    const line = source.slice(0, start).split('\n').length
    return { ...change, id: digest(`${name} ${before}`).slice(0, 10), file, line, was, now }
  })
}

/** @returns all faults of the files in the order in which they are drawn */
export function drawnFaults(files: readonly string[], seed: string): Fault[] {
  const ranked = files.flatMap(faultsOf).map((fault) => ({ fault, rank: digest(`${seed} ${fault.id}`) }))
  return ranked.toSorted((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ fault }) => fault)
}
