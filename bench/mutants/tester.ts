// Runs tests in the copy, in a process of its own (test-process.ts): a fault can make a test that never ends.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Question } from './test-process.ts'

export class Tester {
  readonly #folder: string
  readonly #temporary: string
  #process: ChildProcess | null = null

  constructor(folder: string) {
    this.#folder = folder
    this.#temporary = join(folder, '.temporary')
  }

  /** @returns the first test that fails, or that it takes longer than this; null: all pass */
  async firstFailure(question: Question, limitMs: number): Promise<string | null> {
    const tests = (this.#process ??= this.#start())
    const limit = AbortSignal.timeout(limitMs)
    try {
      tests.send(question)
      const [answer] = (await once(tests, 'message', { signal: limit })) as [Answer]
      if ('error' in answer) throw new Error(answer.error)
      return answer.failure
    } catch (error) {
      if (!limit.aborted) throw error
      this.stop()
      return `nothing after ${Math.round(limitMs / 1000)} s`
    }
  }

  #start(): ChildProcess {
    mkdirSync(this.#temporary)
    const tests = fork(join(this.#folder, 'bench/mutants/test-process.ts'), {
      cwd: this.#folder,
      env: { ...process.env, TMPDIR: this.#temporary },
      // It leads a group, which workerd belongs to.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    })
    tests.on('exit', (code) => tests.emit('error', new Error(`The tests' process ended with ${code}`)))
    return tests
  }

  stop() {
    const tests = this.#process
    this.#process = null
    tests?.removeAllListeners('exit')
    if (tests?.pid !== undefined && tests.exitCode === null) process.kill(-tests.pid, 'SIGKILL')
    rmSync(this.#temporary, { recursive: true, force: true, maxRetries: 20 })
  }
}
