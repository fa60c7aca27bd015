// Decides what happens next, by chance: which effect, message, alarm or timer, what people and the world outside do, how long
// nothing happens, and what breaks. Two modes: with faults, and, when they are over, until all work has ended.
import { consume } from '#worker/consume.ts'
import { Faults } from './faults.ts'
import { Outside } from './steps/outside.ts'
import { dueDuties, nextDutyAt } from './steps/clock.ts'
import { People } from './steps/people.ts'
import { people } from './ports/databases.ts'
import type { ObjectHost } from './ports/object.ts'
import type { World } from './world/world.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs

/** How long a consumer of a queue may run; a request ends much earlier. */
const invocationMaxMs = 15 * minuteMs

interface Choice {
  weight: number
  run: () => Promise<void> | void
}

export class Scheduler {
  readonly world: World
  readonly people: People
  readonly outside: Outside
  readonly #faults: Faults
  /** Requests that people will begin. */
  actionsLeft: number
  #refundsLeft: number
  readonly #newcomers = [...people]

  /** @param faultRate drawn when it is not given */
  constructor(world: World, faultRate?: number) {
    this.world = world
    const { random } = world.engine
    this.people = new People(world)
    this.outside = new Outside(world, this.people)
    this.#faults = new Faults(world, faultRate ?? random.pick([0, 0.02, 0.05, 0.15]))
    this.actionsLeft = 8 + random.below(12)
    this.#refundsLeft = random.below(6)
  }

  get #engine() {
    return this.world.engine
  }

  /** Everything heals: from now on every call succeeds. */
  heal() {
    this.#faults.heal()
    this.actionsLeft = 0
    this.#refundsLeft = 0
    this.people.repeats.length = 0
    this.world.network.isHealthy = true
    this.world.network.shop.losesNotifications = false
  }

  async step(): Promise<void> {
    const { random } = this.#engine
    const choices = [...this.#work(), ...this.#beginnings(), ...this.#troubles()].filter(({ weight }) => weight > 0)
    const isIdle = choices.length === 0 || (this.#faults.rate === 0 && choices.every(({ weight }) => weight <= 1))
    choices.push({ weight: isIdle ? 6 : this.actionsLeft > 0 ? 1 : 0.5, run: () => this.#passTime() })
    await random.weighted(choices.map((choice) => [choice.weight, choice] as const)).run()
    this.world.queues.recover()
  }

  /** What waits to be done. */
  #work(): Choice[] {
    const { effects, timers, now, random } = this.#engine
    const { queues, hosts, network } = this.world
    const asked = effects.filter(
      (effect) => effect.readyAt <= now && (effect.outcome !== null || !this.#faults.isUnderWay(effect))
    )
    const rung = timers.filter(({ at }) => at <= now)
    const visible = queues.messages.filter(({ visibleAt, takenBy }) => visibleAt <= now && takenBy === null)
    const due = hosts.filter(({ alarmAt, isRinging }) => alarmAt !== null && alarmAt <= now && !isRinging)
    const duties = dueDuties(this.world)
    const sent = network.shop.notifications.filter(({ sentAt }) => sentAt <= now)
    return [
      { weight: asked.length > 0 ? 30 : 0, run: () => this.#faults.advance(random.pick(asked)) },
      { weight: rung.length > 0 ? 8 : 0, run: () => this.#ring(random.pick(rung)) },
      { weight: visible.length > 0 ? 6 : 0, run: () => this.#deliver(random.pick(visible)) },
      { weight: due.length > 0 ? 6 : 0, run: () => this.#alarm(random.pick(due), 'due') },
      { weight: duties.length > 0 ? 4 : 0, run: () => this.#beginDuty(random.pick(duties)) },
      { weight: sent.length > 0 ? 4 : 0, run: () => this.outside.notify(random.pick(sent)) }
    ]
  }

  #beginnings(): Choice[] {
    const { random } = this.#engine
    return [
      { weight: this.actionsLeft > 0 ? 4 : 0, run: () => this.#act() },
      { weight: this.people.repeats.length > 0 ? 2 : 0, run: () => this.#repeat() },
      { weight: this.outside.canHappen() ? 1 : 0, run: () => this.outside.happen(random) },
      { weight: this.#refundsLeft > 0 && this.outside.canReturn() ? 6 : 0, run: () => this.#refund() }
    ]
  }

  #troubles(): Choice[] {
    if (this.#faults.rate === 0) return []
    const { random } = this.#engine
    const weight = this.#faults.rate * 4
    return [
      { weight, run: () => this.#faults.restart(random.pick(this.world.hosts)) },
      { weight, run: () => this.#alarm(random.pick(this.world.hosts), 'early') },
      { weight: weight / 8, run: () => this.#faults.loseD1() },
      { weight: weight / 2, run: () => this.outside.forge() }
    ]
  }

  #act() {
    this.actionsLeft -= 1
    const { random } = this.#engine
    const someone = random.weighted([
      [3, people[0]],
      [1, people[1]]
    ])
    const { answers, jobs } = this.people
    // Who has nothing can do nothing.
    const [newcomer] = this.#newcomers.splice(0, 1)
    if (newcomer) return this.people.grantBonus(newcomer)
    return random.weighted<() => Promise<void>>([
      [2, () => this.people.grantBonus(someone)],
      [4, () => this.people.purchase(someone)],
      [7, () => this.people.ask(someone)],
      [6, () => this.people.submit(someone)],
      [answers.length > 0 ? 2 : 0, () => this.people.stop(random.pick(answers))],
      [jobs.length > 0 ? 2 : 0, () => this.people.cancel(random.pick(jobs))],
      [0.4, () => this.people.premium(someone)],
      [0.1, () => this.people.cancelPremium(someone)]
    ])()
  }

  #refund() {
    this.#refundsLeft -= 1
    return this.outside.orderRefund()
  }

  async #repeat(): Promise<void> {
    const { repeats } = this.people
    const [request] = repeats.splice(this.#engine.random.below(repeats.length), 1)
    if (!request) return
    this.#engine.note(`again ${request.name}`)
    this.#engine.count('fault: request repeated')
    await this.people.send(request, 1)
  }

  async #ring(timer: Parameters<World['engine']['ring']>[0]): Promise<void> {
    this.#engine.note(`${timer.owner.name}: timer`)
    await this.#engine.ring(timer)
  }

  async #alarm(host: ObjectHost, kind: 'due' | 'early'): Promise<void> {
    if (host.isRinging) return
    const { random } = this.#engine
    this.#engine.note(`${host.label}: alarm ${kind}`)
    if (kind === 'early') this.#engine.count('fault: alarm early')
    await host.ring()
    if (!random.chance(this.#faults.rate)) return
    this.#engine.count('fault: alarm twice')
    host.alarmAt = this.#engine.now
  }

  #beginDuty(duty: string) {
    this.#engine.note(`clock: ${duty}`)
    this.world.queues.add('duties', { duty })
    this.world.queues.begunDuties.set(duty, this.#engine.now)
  }

  async #deliver(message: World['queues']['messages'][number]): Promise<void> {
    const { random } = this.#engine
    const fault = random.chance(this.#faults.rate) ? random.pick(['twice', 'ack-lost', 'dropped'] as const) : null
    this.#engine.note(
      `queue ${message.queue}: ${JSON.stringify(message.body).slice(0, 90)}${fault ? ` [${fault}]` : ''}`
    )
    if (fault) this.#engine.count(`fault: message ${fault}`)
    if (fault === 'dropped') return this.world.queues.remove(message)
    const env = this.world.isolate()
    await this.world.queues.deliver(message, (batch) => consume(batch, env), fault)
  }

  /** When something waits next; null: never. */
  #nextAt(): number | null {
    const { effects, timers, now } = this.#engine
    const { queues, hosts, network } = this.world
    const times = [
      ...effects.filter(({ outcome }) => outcome === null).map(({ readyAt }) => readyAt),
      ...timers.map(({ at }) => at),
      ...queues.messages.filter(({ takenBy }) => takenBy === null).map(({ visibleAt }) => visibleAt),
      ...hosts.flatMap(({ alarmAt }) => alarmAt ?? []),
      ...network.shop.notifications.map(({ sentAt }) => sentAt),
      nextDutyAt(this.world)
    ].filter((at): at is number => at !== null && at > now)
    return times.length === 0 ? null : Math.min(...times)
  }

  #passTime() {
    const { random, now } = this.#engine
    const nextAt = this.#nextAt()
    const kind = random.weighted([
      [nextAt === null ? 0 : 6, 'next'],
      // Everything may come late. Exact times alone would let each run check a slow job hundreds of times.
      [nextAt === null ? 0 : 8, 'late'],
      [nextAt === null ? 3 : 1, 'seconds'],
      [this.#faults.rate > 0 ? 2 : 0, 'minutes'],
      [this.#faults.rate > 0 ? 0.4 : 0, 'hours']
    ] as const)
    this.#engine.count(`clock: ${kind}`)
    const forward = {
      next: 1,
      // Once all is well, messages come before the clock repeats them.
      late: this.#faults.rate > 0 ? 3 * minuteMs : 40 * secondMs,
      seconds: 20 * secondMs,
      minutes: 20 * minuteMs,
      hours: 5 * 60 * minuteMs
    }
    const from = kind === 'next' || kind === 'late' ? Math.min(nextAt ?? now, now + dayMs) : now
    this.#engine.now = from + random.below(forward[kind])
    this.world.network.shop.expire()
    this.#engine.endOld(invocationMaxMs, (process) => this.world.hosts.some((host) => host.owns(process)))
  }
}
