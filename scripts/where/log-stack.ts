import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping'
import { functionAt } from './function-at.ts'

/** What a line of the log says about where an error came from. */
export interface LoggedStack {
  /** The tag of the version that wrote the line; null: the line names none. */
  version: string | null
  stack: string
}

/** @param text a line of the log, or a stack alone, with line ends or `\n` as JSON writes them */
export function stackIn(text: string): LoggedStack {
  try {
    const { version, stack } = JSON.parse(text) as Record<string, unknown>
    if (typeof stack === 'string')
      return { version: typeof version === 'string' && version !== '' ? version : null, stack }
  } catch {
    // It is no line of the log, or only a part of one.
  }
  return {
    version: /"version\\?": ?\\?"(\w+)/.exec(text)?.[1] ?? null,
    stack: text.replaceAll(String.raw`\n`, '\n')
  }
}

/** Where a frame is: a file of the script, which wrangler may give a folder, its line and its column, both from 1 on. */
const place = /(?<=[/( ])(?<file>(?:parts\/)?[\w-]+\.js):(?<line>\d+):(?<column>\d+)/

/** Whether there is anything to look for. */
export const hasPlace = (stack: string): boolean => place.test(stack)

/**
 * A stack of the script with the places in the sources: `    at functionName (worker/app.ts:83:12)`. A frame of anything else stays.
 * @param mapOf the source map of a file of the script; undefined: there is none
 */
export function mapStack(stack: string, mapOf: (file: string) => string | undefined): string {
  const maps = new Map<string, TraceMap | null>()
  const traced = (file: string): TraceMap | null => {
    const map = mapOf(file)
    const known = maps.get(file) ?? (map === undefined ? null : new TraceMap(map))
    maps.set(file, known)
    return known
  }
  const frame = (text: string): string => {
    const { file = '', line = '', column = '' } = place.exec(text)?.groups ?? {}
    const map = file === '' ? null : traced(file)
    if (map === null) return text
    const found = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (found.source === null) return text
    const source = sourceContentFor(map, found.source)
    const name = source === null ? null : functionAt(source, found)
    const there = `${found.source.replace(/^(?:\.\.\/)+/, '')}:${found.line}:${found.column + 1}`
    return `    at ${name === null ? there : `${name} (${there})`}`
  }
  return stack
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(frame)
    .join('\n')
}
