import { gzipSync } from 'node:zlib'
import type { ScriptFile } from './base/worker-script.ts'

/** The most compressed code, in bytes: decisions/0061-script-of-the-api.md. */
const budgets = {
  /** The modules that every isolate parses, also for queues and objects. */
  start: 99 * 1000,
  /** The modules that a fresh isolate parses before its first answer to a user. Each 10 KB are about two milliseconds. */
  firstAnswer: 172 * 1000,
  /** All modules that calls can load, at once or late, without those that only a queue or the clock needs. */
  calls: 426 * 1000,
  /** All modules, as wrangler counts its upload. */
  whole: 457 * 1000
} as const

/** What is loaded for something else than a call. */
const withoutCalls = new Set(['worker/consume.ts', 'worker/clock/cron.ts'])

export interface ScriptSize {
  what: string
  sizeBytes: number
  gzipBytes: number
  /** Undefined: printed, but without a limit. */
  budgetBytes?: number
}

/** The modules that are parsed once these are loaded; `late`: with what their code can load while it answers calls. */
function loadedWith(files: readonly ScriptFile[], names: readonly string[], late = false): ScriptFile[] {
  const loaded = new Set<ScriptFile>()
  const load = (name: string) => {
    const file = files.find((one) => one.name === name)
    if (file === undefined || loaded.has(file) || (file.source !== null && withoutCalls.has(file.source))) return
    loaded.add(file)
    file.imports.forEach(load)
    if (late) file.lateImports.forEach(load)
  }
  names.forEach(load)
  return [...loaded]
}

const roomOf = ({ source }: ScriptFile): string | null => /^worker\/rooms\/([^/]+)\.ts$/.exec(source ?? '')?.[1] ?? null

function sizeOf(what: string, files: readonly ScriptFile[], budgetBytes?: number): ScriptSize {
  const code = Buffer.from(files.map((file) => file.code).join('\n'))
  const gzipBytes = gzipSync(code, { level: 9 }).length
  return { what, sizeBytes: code.length, gzipBytes, ...(budgetBytes !== undefined && { budgetBytes }) }
}

/** Measures a script: its entry, what is parsed before a first answer, largest first, and all of it. */
export function measureScript(files: readonly ScriptFile[]): ScriptSize[] {
  const [entry] = files
  if (entry === undefined) return []
  const rooms = files.flatMap((file) => {
    const room = roomOf(file)
    return room === null ? [] : [{ name: file.name, room }]
  })
  return [
    sizeOf('when an isolate starts', loadedWith(files, [entry.name]), budgets.start),
    ...rooms
      .map(({ name, room }) => {
        const most = room === 'operators' ? undefined : budgets.firstAnswer
        return sizeOf(`before a first answer of ${room}`, loadedWith(files, [entry.name, name]), most)
      })
      .toSorted((one, other) => other.gzipBytes - one.gzipBytes),
    sizeOf('of all calls together', loadedWith(files, [entry.name], true), budgets.calls),
    sizeOf('all modules', files, budgets.whole)
  ]
}
