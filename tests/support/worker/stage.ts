// The setup of job tests: a clock that only tests move, no pauses between retries, fast providers without faults.
import { afterEach, beforeEach, vi } from 'vitest'
import { controlSandbox } from './jobs.ts'
import { skipPauses } from './killing.ts'
import { catchWarnings, stopClock } from './wallet-rows.ts'

type Warnings = ReturnType<typeof catchWarnings>

/** Call once per file. @returns a function that gives the warnings of the running test */
export function setStage(): Warnings {
  let warnings: Warnings
  beforeEach(async () => {
    stopClock()
    skipPauses()
    warnings = catchWarnings()
    await controlSandbox({ speed: 2000, fault: null, mediaFault: null })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  return () => warnings()
}
