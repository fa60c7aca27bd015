// What tests of jobs stand on: a clock that only they move, pauses that take no time, quick providers without faults.
import { afterEach, beforeEach, vi } from 'vitest'
import { controlSandbox } from './jobs.ts'
import { skipPauses } from './killing.ts'
import { catchWarnings, stopClock } from './wallet-rows.ts'

type Warnings = ReturnType<typeof catchWarnings>

/** For all tests of a file. @returns what the running test has logged */
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
