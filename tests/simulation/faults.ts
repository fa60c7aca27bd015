// How what a process asks of the world goes wrong: it does not happen, it happens and the caller gets no answer, it comes late, the caller
// dies.
import type { Effect, Target } from './engine/engine.ts'
import { D1Lost } from './ports/d1.ts'
import type { Crash, ObjectHost } from './ports/object.ts'
import type { World } from './world/world.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

type Fault = 'lost' | 'lost-after' | 'killed' | 'killed-after' | 'silence' | 'silence-after' | 'twice'

/** How a call of each kind may go wrong. */
const faultsOf: Record<Target, readonly Fault[]> = {
  d1: ['lost', 'lost-after', 'killed', 'killed-after'],
  bucket: ['lost', 'lost-after', 'killed', 'killed-after'],
  queue: ['lost', 'lost-after', 'killed', 'killed-after', 'twice', 'silence'],
  upstream: ['lost', 'lost-after', 'killed', 'killed-after', 'silence', 'silence-after'],
  stream: ['lost', 'killed', 'silence'],
  object: ['killed', 'killed-after', 'lost-after']
}

/** How often a call of each kind goes wrong, as a part of the rate: often where a run makes few. */
const shares: Record<Target, number> = { d1: 0.5, object: 0.5, bucket: 4, queue: 1, upstream: 0.8, stream: 0.8 }

const errorOf = (target: Target): Error => {
  if (target === 'd1') return new D1Lost()
  return Object.assign(new TypeError('fetch failed'), target === 'object' ? { retryable: true } : {})
}

export class Faults {
  /** The share of steps that go wrong; 0 once the faults are over. */
  rate: number
  readonly #world: World
  #d1DownUntil = 0
  /** Effects that happen already, and have no outcome yet. */
  readonly #underWay = new WeakSet<Effect>()

  constructor(world: World, rate: number) {
    this.#world = world
    this.rate = rate
    world.crashes = (host) => this.#crashOf(host)
  }

  get #engine() {
    return this.#world.engine
  }

  heal() {
    this.rate = 0
    this.#d1DownUntil = 0
  }

  isUnderWay(effect: Effect): boolean {
    return this.#underWay.has(effect)
  }

  /** An effect happens, or is answered. */
  async advance(effect: Effect): Promise<void> {
    const { random } = this.#engine
    if (effect.outcome) return this.#engine.answer(effect)
    const fault = this.#faultOf(effect)
    this.#engine.note(`${effect.owner.name}: ${effect.label}${fault ? ` [${fault}]` : ''}`)
    if (fault) return this.#spoil(effect, fault)
    if (this.rate > 0 && random.chance(this.rate)) {
      this.#engine.count(`fault: ${effect.target} delayed`)
      effect.readyAt = this.#engine.now + random.below(20 * secondMs)
      return
    }
    await this.#perform(effect)
    if (effect.outcome !== null && random.chance(0.85)) await this.#engine.answer(effect)
  }

  async #perform(effect: Effect): Promise<void> {
    this.#underWay.add(effect)
    const outcome = await effect.perform(effect)
    if (outcome !== 'later') effect.outcome = outcome
  }

  #faultOf({ target }: Effect): Fault | null {
    if (target === 'd1' && this.#d1DownUntil > this.#engine.now) return 'lost'
    const { random } = this.#engine
    const share = this.rate * shares[target]
    return share > 0 && random.chance(share) ? random.pick(faultsOf[target]) : null
  }

  async #spoil(effect: Effect, fault: Fault): Promise<void> {
    this.#engine.count(`fault: ${effect.target} ${fault}`)
    if (fault.endsWith('-after') || fault === 'twice') await this.#perform(effect)
    switch (fault) {
      case 'lost':
      case 'lost-after':
        effect.outcome = { error: errorOf(effect.target) }
        return this.#engine.answer(effect)
      case 'killed':
      case 'killed-after':
        return this.#kill(effect)
      case 'silence':
      case 'silence-after':
        return this.#engine.drop(effect)
      case 'twice':
        effect.outcome = null
        return this.#perform(effect)
      default:
        return fault satisfies never
    }
  }

  /** The caller dies: a request and a message with all that they wait for, an object with its memory. */
  #kill({ owner }: Effect) {
    const host = this.#world.hosts.find((one) => one.owns(owner))
    if (host) host.restart()
    else this.#engine.kill(owner)
  }

  #crashOf(host: ObjectHost): Crash {
    if (this.rate === 0 || !this.#engine.random.chance(this.rate / 2)) return null
    const crash = this.#engine.random.pick(['before-commit', 'after-commit'] as const)
    this.#engine.count(`fault: object crashed ${crash}`)
    this.#engine.note(`    ${host.label} crashed ${crash}`)
    return crash
  }

  restart(host: ObjectHost) {
    this.#engine.count('fault: object restarted')
    this.#engine.note(`${host.label} restarted`)
    host.restart()
  }

  loseD1() {
    this.#engine.note('D1 is unavailable')
    this.#engine.count('fault: D1 unavailable')
    this.#d1DownUntil = this.#engine.now + this.#engine.random.below(2 * minuteMs)
  }
}
