import type { Job } from '#contract/jobs.ts'
import { type Caller, waitFor } from './caller.ts'
import type { Checked, Found, Progress, Task } from './task.ts'

/** Ended, and its tokens charged or returned. */
const isEnded = ({ chargedTokens }: Job) => chargedTokens !== null

/** A picture from a provider that is asked until it is ready. */
export class PictureTask implements Task {
  readonly id: string
  readonly kind = 'picture'
  readonly #caller: Caller
  readonly #prompt: string
  #isSent = false
  #job: Job | null = null

  /** @param prompt holds the id, also when it is translated */
  constructor(caller: Caller, id: string, prompt: string) {
    this.#caller = caller
    this.id = id
    this.#prompt = prompt
  }

  get progress(): Progress {
    if (!this.#isSent) return 'not sent'
    return this.#job && isEnded(this.#job) ? 'ended' : 'running'
  }

  async begin() {
    this.#isSent = true
    await this.#submit()
    await waitFor(`${this.id} ends`, 180, async () => isEnded(await this.#look()))
  }

  async comeBack() {
    // A job that was accepted must still be there; submitted again, a lost one would come back unnoticed.
    if (this.#job) await this.#look()
    await this.#submit()
    // A step that was killed during its call to the provider leaves an unknown outcome, which has a deadline.
    await waitFor(`${this.id} ends`, 180, async () => {
      const job = await this.#look()
      return isEnded(job) || job.state === 'checking'
    })
  }

  /** Whether the outcome is unknown until the job's deadline. */
  get isChecking() {
    return this.#job?.state === 'checking'
  }

  /** To be called once the deadline of a job with an unknown outcome has passed. */
  async endChecking() {
    await waitFor(`${this.id} ends at its deadline`, 60, async () => isEnded(await this.#look()))
  }

  async check({ usage, calls }: Found): Promise<Checked> {
    const { state, chargedTokens, files, priceTokens } = await this.#look()
    const records = usage.filter(({ id }) => id === this.id)
    const asked = calls.filter(
      ({ provider, body }) => provider === 'bfl' && JSON.stringify(body).includes(this.id)
    ).length
    const statuses = await Promise.all(files.map(async ({ url }) => (await fetch(url)).status))
    const isDone = state === 'completed'
    const wrong = {
      'still open': !['completed', 'failed', 'checking'].includes(state),
      'its charge does not fit its end': state !== 'checking' && chargedTokens !== (isDone ? priceTokens : 0),
      'its files do not fit its end': statuses.length !== (isDone ? 1 : 0) || statuses.some((status) => status !== 200),
      'the history has another line': records.length !== 1 || records[0]?.cost_in_tokens !== (chargedTokens ?? 0),
      [`the provider was asked ${asked} times`]: asked > 1 || (isDone && asked !== 1)
    }
    const problems = Object.entries(wrong).flatMap(([problem, is]) => (is ? [`${this.id} (${state}): ${problem}`] : []))
    return { problems, chargedTokens: chargedTokens ?? 0, outcome: state }
  }

  async #submit() {
    const headers = { 'idempotency-key': this.id, prefer: 'respond-async' }
    const body = { prompt: this.#prompt }
    const { job } = await this.#caller.insist<{ job: Job }>('/ai/image/flux', { method: 'POST', body, headers })
    this.#job = job
  }

  async #look(): Promise<Job> {
    const { job } = await this.#caller.call<{ job: Job }>(`/jobs/${this.id}`)
    this.#job = job
    return job
  }
}
