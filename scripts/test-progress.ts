// What a test run is doing, written by the reporter and watched by the checks: a run that hangs is stopped long before anybody gives up
// waiting for it, and says which files it hung in.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Beside the report. */
const progressFileOf = (reportFile: string): string => `${reportFile}.progress`

const runningFiles = z.array(z.string())

/** Kept by the reporter of a run. */
export class Progress {
  readonly #file: string
  readonly #running = new Set<string>()

  constructor(reportFile: string) {
    this.#file = progressFileOf(reportFile)
  }

  begin(testFile: string): void {
    this.#running.add(testFile)
    this.note()
  }

  end(testFile: string): void {
    this.#running.delete(testFile)
    this.note()
  }

  /** Also called with each test that ends. */
  note(): void {
    writeFileSync(this.#file, JSON.stringify([...this.#running]))
  }
}

export interface Patience {
  /** A run in which no test ends for so long hangs: the longest test has three minutes. */
  quietMs: number
  /** A run that goes on for longer has tests that all wait in vain. */
  wholeMs: number
  /** Between two looks. */
  everyMs: number
}

const usualPatience: Patience = { quietMs: 6 * 60_000, wholeMs: 25 * 60_000, everyMs: 2000 }

export interface Watch {
  /** Aborted when the run hangs. */
  signal: AbortSignal
  /** Why; undefined for a run that does not hang. */
  reason: () => string | undefined
  [Symbol.dispose]: () => void
}

const minutes = (ms: number): string => `${Math.round(ms / 6000) / 10} minutes`

/** Watches the run that reports to a file, from now on. */
export function watchProgress(reportFile: string, { quietMs, wholeMs, everyMs }: Patience = usualPatience): Watch {
  const file = progressFileOf(reportFile)
  const hanging = new AbortController()
  const startedAt = Date.now()
  let reason: string | undefined

  const lastSign = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? startedAt
  const running = () =>
    statSync(file, { throwIfNoEntry: false }) ? runningFiles.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - lastSign() < quietMs && now - startedAt < wholeMs) return
    const why = now - startedAt < wholeMs ? `no test has ended for ${minutes(quietMs)}` : `${minutes(wholeMs)} are over`
    reason = [`Stopped: ${why}. Running:`, ...running()].join('\n  ')
    clearInterval(timer)
    hanging.abort()
  }, everyMs)
  return { signal: hanging.signal, reason: () => reason, [Symbol.dispose]: () => clearInterval(timer) }
}
