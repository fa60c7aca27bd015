import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { SetupProblem } from '../base/setup-problem.ts'

interface Terminal {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/**
 * Asks for a secret on a terminal, which shows nothing of what is typed, until it is one.
 * @param problemOf what is wrong with a value; null: nothing
 * @param skipped what is said of leaving it out, where it may be
 * @returns the secret; empty: it is left out
 */
export function askHidden({ input, output }: Terminal) {
  return async (name: string, problemOf: (value: string) => string | null, skipped?: string): Promise<string> => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    // As a terminal, so that the real one is told not to show the keys itself.
    const reader = createInterface({ input, output: nowhere, terminal: true })
    try {
      const question = `   ${name} (is not shown${skipped === undefined ? '' : `; Enter: ${skipped}`}): `
      output.write(question)
      for await (const line of reader) {
        const value = line.trim()
        if (value === '' && skipped !== undefined) {
          output.write('–\n')
          return ''
        }
        const problem = value === '' ? `${name} is needed` : problemOf(value)
        output.write(problem === null ? '✓\n' : `\n   ${problem}\n${question}`)
        if (problem === null) return value
      }
      throw new SetupProblem(`${name} was not given`)
    } finally {
      reader.close()
    }
  }
}
