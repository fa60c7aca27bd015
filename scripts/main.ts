import { SetupProblem } from './setup-problem.ts'

/**
 * Runs a command-line program with a signal that aborts on Ctrl-C, on a polite kill, and when the process that
 * started this one is gone. A problem is shown and becomes the exit code.
 */
export async function main(program: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const controller = new AbortController()
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(event, () => controller.abort())
  try {
    await program(controller.signal)
  } catch (error) {
    // Given up before it was done, which must not look like success: the shells' code for Ctrl-C.
    if (controller.signal.aborted) process.exit(130)
    console.error(error instanceof SetupProblem ? error.message : error)
    process.exit(1)
  }
  process.exit(0)
}

/** Ends when the signal does. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))
