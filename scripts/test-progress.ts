// What a test run is doing, written by the reporter and watched by the checks: a run that hangs is stopped long before anybody gives up
// waiting for it, and says which files it hung in.
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Beside the report. */
const progressFileOf = (reportFile: string): string => `${reportFile}.progress`

const progress = z.object({ running: z.array(z.string()), failed: z.array(z.string()) })

/** Kept by the reporter of a run. */
export class Progress {
  readonly #file: string
  readonly #running = new Set<string>()
  readonly #failed: string[] = []

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

  /** A test has failed. */
  fail(test: string): void {
    this.#failed.push(test)
  }

  /** Also called with each test that ends. */
  note(): void {
    // Never half of a file: the watch reads it at any time.
    writeFileSync(`${this.#file}.new`, JSON.stringify({ running: [...this.#running], failed: this.#failed }))
    renameSync(`${this.#file}.new`, this.#file)
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

const usualPatience: Patience = { quietMs: 6 * 60_000, wholeMs: 40 * 60_000, everyMs: 2000 }

/** Why a run was stopped. */
interface Stopped {
  text: string
  /** No test has ended for long, and none had failed: the runner was left without an answer. */
  isHung: boolean
}

export interface Watch {
  /** Aborted when the run is to be stopped. */
  signal: AbortSignal
  /** Undefined for a run that goes on. */
  stopped: () => Stopped | undefined
  [Symbol.dispose]: () => void
}

const minutes = (ms: number): string => `${Math.round(ms / 6000) / 10} minutes`

/** Watches the run that reports to a file, from now on. */
export function watchProgress(reportFile: string, { quietMs, wholeMs, everyMs }: Patience = usualPatience): Watch {
  const file = progressFileOf(reportFile)
  const hanging = new AbortController()
  const startedAt = Date.now()
  let stopped: Stopped | undefined

  const lastSign = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? startedAt
  const read = () =>
    statSync(file, { throwIfNoEntry: false })
      ? progress.parse(JSON.parse(readFileSync(file, 'utf8')))
      : { running: [], failed: [] }
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - lastSign() < quietMs && now - startedAt < wholeMs) return
    const isQuiet = now - startedAt < wholeMs
    const why = isQuiet ? `no test has ended for ${minutes(quietMs)}` : `${minutes(wholeMs)} are over`
    const { running, failed } = read()
    const text = [`Stopped: ${why}. Running:`, ...running, ...(failed.length > 0 ? ['Failed:', ...failed] : [])]
    stopped = { text: text.join('\n  '), isHung: isQuiet && failed.length === 0 }
    clearInterval(timer)
    hanging.abort()
  }, everyMs)
  return { signal: hanging.signal, stopped: () => stopped, [Symbol.dispose]: () => clearInterval(timer) }
}
