import type { Stage } from '../kill-rounds/stage.ts'

/** Whether the product runs, and how often it was killed: calls that failed while it was down are repeated. */
export class Power {
  /** Of the newest kill; 0 before the first. */
  outage = 0
  #back: Promise<void> = Promise.resolve()
  #isUp = true

  get isUp(): boolean {
    return this.#isUp
  }

  /** @param restart brings the killed product back */
  async cut(stage: Stage, restart: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#isUp = false
    this.#back = promise
    this.outage += 1
    await stage.kill()
    await restart()
    this.#isUp = true
    resolve()
  }

  /** Repeats work that an outage has interrupted. @throws errors of work while the product ran */
  async persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      await this.#back
      const { outage } = this
      try {
        return await work()
      } catch (error) {
        if (this.#isUp && this.outage === outage) throw error
      }
    }
  }
}
