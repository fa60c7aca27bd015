// Users who come, do all their work at once, read their pages meanwhile, and leave; others come as long as there is room.
import type { AccessSettings } from '#worker/crypto/access-token.ts'
import { type Actor, newActor, tasksOf } from '../kill-rounds/actor.ts'
import { pause } from '../kill-rounds/caller.ts'
import type { Stage } from '../kill-rounds/stage.ts'
import type { Task } from '../kill-rounds/task.ts'
import type { Power } from './power.ts'

const readPaths = [
  '/user/tokens',
  '/ai/usage',
  '/chat/conversations',
  '/jobs',
  '/tokens/payments',
  '/subscription/usage'
]
/** Between two reads of one user. */
const readPauseMs = 1000
/** Between two users who come. */
const arrivalPauseMs = 500

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface Surroundings {
  stage: Stage
  power: Power
  settings: AccessSettings
}

export class Crowd {
  /** All users so far. */
  readonly actors: Actor[] = []
  /** Failures while the product ran. */
  readonly failures: string[] = []
  /** Requests and pieces of work that are under way. */
  busy = 0
  readonly #surroundings: Surroundings
  #isOpen = true
  #arrivals = 0

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** Ends when the crowd is closed and all users have finished. @param atOnce a user comes while fewer work */
  async gather(atOnce: number): Promise<void> {
    const visits: Promise<void>[] = []
    while (this.#isOpen) {
      if (this.busy < atOnce) visits.push(this.#visit())
      await pause(arrivalPauseMs)
    }
    await Promise.all(visits)
  }

  /** No further user comes. */
  close() {
    this.#isOpen = false
  }

  async #visit() {
    const actor = await this.#arrive()
    if (!actor) return
    let isThere = true
    const reading = this.#read(actor, () => isThere)
    await Promise.all(tasksOf(actor).map((task) => this.#finish(task)))
    isThere = false
    await reading
  }

  async #arrive(): Promise<Actor | null> {
    const { power, settings, stage } = this.#surroundings
    this.busy += 1
    try {
      const actor = await power.persist(() => newActor(settings, `load-${++this.#arrivals}-`, stage))
      this.actors.push(actor)
      return actor
    } catch (error) {
      this.failures.push(`A user could not come: ${reasonOf(error)}`)
      return null
    } finally {
      this.busy -= 1
    }
  }

  async #finish(task: Task) {
    let isBegun = false
    await this.#attempt(task.id, () => {
      if (isBegun) return task.comeBack()
      isBegun = true
      return task.begin()
    })
  }

  async #read({ caller }: Actor, isThere: () => boolean) {
    for (let turn = 0; isThere(); turn++) {
      const path = readPaths[turn % readPaths.length] ?? ''
      await this.#attempt(path, () => caller.call(path))
      await pause(readPauseMs)
    }
  }

  async #attempt(what: string, work: () => Promise<unknown>) {
    this.busy += 1
    try {
      await this.#surroundings.power.persist(work)
    } catch (error) {
      this.failures.push(`${what}: ${reasonOf(error)}`)
    } finally {
      this.busy -= 1
    }
  }
}
