import { saidOf, SetupProblem } from './setup-problem.ts'

/**
 * Runs a command-line program with a signal that aborts on Ctrl-C, on SIGTERM or SIGHUP, and when the parent process is
 * gone. An error is printed and makes the exit code 1.
 */
export async function main(program: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const controller = new AbortController()
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(event, () => controller.abort())
  try {
    await program(controller.signal)
  } catch (error) {
    // An interrupted program must not look successful: 130 is the shells' exit code for Ctrl-C.
    if (controller.signal.aborted) process.exit(130)
    console.error(saidOf(error))
    process.exit(1)
  }
  process.exit(0)
}

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

/**
 * For a command without arguments, where `npm start -- --port=3000` would change nothing.
 * @param instead what the person may do @throws SetupProblem
 */
export function demandNoWords([word]: string[], instead: string): void {
  if (word !== undefined) throw new SetupProblem(`${word} is not understood. ${instead}`)
}
