// The setup of job tests: a clock that only tests move, no pauses between retries, fast providers without faults.
import { inspect } from 'node:util'
import { beforeEach, vi } from 'vitest'
import { controlSandbox } from './jobs.ts'
import { skipPauses } from './killing.ts'
import { catchWarnings, stopClock } from './wallet-rows.ts'

type Warnings = ReturnType<typeof catchWarnings>

/** Catches every console method until the test ends. @returns a function that gives all logged text */
export function catchLogs(): () => string {
  const methods = (['debug', 'error', 'info', 'log', 'warn'] as const).map((name) =>
    vi.spyOn(console, name).mockReturnValue()
  )
  return () =>
    inspect(
      methods.flatMap(({ mock }) => mock.calls),
      { depth: Infinity, maxStringLength: Infinity }
    )
}

/** Call once per file. @returns a function that gives the warnings of the running test */
export function setStage(): Warnings {
  let warnings: Warnings
  beforeEach(async () => {
    stopClock()
    skipPauses()
    warnings = catchWarnings()
    await controlSandbox({ speed: 2000, fault: null, mediaFault: null })
  })
  return () => warnings()
}
