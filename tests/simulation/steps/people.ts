// What people do, each as the request that the API's handler would run. A person who hears nothing, or of a failure that may
// pass, often repeats the request with the same key.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { offerOf } from '#contract/catalogue/packages.ts'
import { priceOf } from '#contract/catalogue/price.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { addAction } from '#data/directory/operator-actions.ts'
import { findJob, type NewJob } from '#data/history/jobs.ts'
import { openDirectory, openHistory } from '#data/base/database.ts'
import { jobIdOf } from '#data/files/job-files.ts'
import { routesOf } from '#domain/models/sold-models.ts'
import type { RouteConnection } from '#durable-objects/answer/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { cancelJob } from '#queues/index.ts'
import { AppError } from '#worker/http/errors.ts'
import { submitPrepared } from '#worker/jobs/submit-job.ts'
import { startPurchase } from '#worker/payments/purchase.ts'
import { refundPayment } from '#worker/payments/refund-payment.ts'
import { cancelPlan, requestPremium } from '#worker/premium/change-plan.ts'
import type { Outcome } from '../engine/engine.ts'
import { type Person, people } from '../ports/databases.ts'
import type { World } from '../world/world.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'

const services = ['flux', 'runwayml', 'stable-diffusion'] as const
type Service = (typeof services)[number]

/** What the catalogue makes of a request for each service; only the prompt differs. */
const orders = Object.fromEntries(
  services.map((service) => {
    const entry = findStudioEntry(service)
    if (!entry) throw new Error(`No service ${service}`)
    const parameters = parametersSchema(entry.parameters).parse({ prompt: 'prompt' })
    const route = mediaRouteOf(entry, parameters)
    return [
      service,
      { entry, parameters, route, priceTokens: priceOf(entry, parameters), options: translated(route, parameters) }
    ]
  })
)

const basicModel = chatModels.find(({ id }) => id === 'gpt-4o-mini')

/** Two accounts that sell the same model. */
const connections: RouteConnection[] = ['openai', 's-second000000'].map((supplier) => ({
  supplier,
  dialect: 'openai-responses',
  baseUrl: 'https://model.test',
  apiKey: 'key'
}))
const routes = basicModel
  ? connections.flatMap(({ supplier }) => routesOf(basicModel).map((route) => ({ ...route, supplier })))
  : []

/** How often a client repeats a request without an answer. */
const repeatsMax = 2

interface Request {
  name: string
  work: () => Promise<unknown>
}

export class People {
  readonly #world: World
  #operations = 0
  /** Operations by who began them: what the journals may name. */
  readonly answers: { id: string; person: Person }[] = []
  readonly jobs: { id: string; person: Person }[] = []
  /** Requests whose person repeats them. */
  readonly repeats: Request[] = []

  constructor(world: World) {
    this.#world = world
  }

  get #random() {
    return this.#world.engine.random
  }

  #newId({ letter }: Person): string {
    this.#operations += 1
    return `op-${letter}-${this.#operations}`
  }

  /** Begins a request and, should its person hear of no final end, repeats it some time. */
  async send(request: Request, repeats = repeatsMax): Promise<void> {
    const { engine } = this.#world
    let hasEnded = false
    await engine.begin(request.name, request.work, (outcome) => {
      hasEnded = isFinal(outcome)
      engine.count(`${request.name.split(' ')[0]}: ${wordOf(outcome)}`)
      engine.note(`    ${request.name}: ${wordOf(outcome)}`)
      if (!hasEnded && repeats > 0) this.repeats.push(request)
    })
    if (!hasEnded && repeats > 0 && this.#random.chance(0.25)) this.repeats.push(request)
  }

  grantBonus(person: Person) {
    const id = `bonus:${person.letter}`
    const command = { id, amountTokens: 30, service: 'bonus', action: { kind: 'signup-bonus' } } as const
    return this.send({ name: `bonus ${person.letter}`, work: () => userOf(this.#world.env, person.id).credit(command) })
  }

  purchase(person: Person) {
    const id = this.#newId(person)
    const offer = offerOf('custom', this.#random.pick([10, 25, 60]))
    if (!offer) throw new Error('No such offer')
    const work = () => startPurchase(offer, id, this.#world.requestOf(person))
    return this.send({ name: `purchase ${id}`, work })
  }

  premium(person: Person) {
    const id = this.#newId(person)
    return this.send({ name: `premium ${id}`, work: () => requestPremium(this.#world.requestOf(person), id) })
  }

  cancelPremium(person: Person) {
    return this.send({ name: `cancel-plan ${person.letter}`, work: () => cancelPlan(this.#world.requestOf(person)) }, 0)
  }

  ask(person: Person) {
    if (!basicModel) throw new Error('No model')
    const id = this.#newId(person)
    this.answers.push({ id, person })
    this.#world.answers[id] = true
    const { id: model, service, priceTokens, referenceLength } = basicModel
    const conversationId = this.#random.chance(0.5) ? person.conversationId : null
    const request = {
      userTag: 'tag',
      operationId: id,
      fingerprint: id,
      service,
      model,
      priceTokens,
      referenceLength,
      routes: this.#operations % 2 === 0 ? routes : routes.slice(0, 1),
      conversationId,
      prompt: `Вопрос ${id}`
    }
    const command = {
      caller: { kind: 'session' as const, sessionId: person.sessionId },
      request,
      connections,
      isBasicModel: true,
      runningMax: 3,
      limit: { key: 'text', limit: 1000, windowMs: 60_000 }
    }
    return this.send({ name: `ask ${id}`, work: () => userOf(this.#world.env, person.id).askAndWait(command) })
  }

  stop({ id, person }: { id: string; person: Person }) {
    const work = () =>
      userOf(this.#world.env, person.id).stopAnswer({ caller: { kind: 'session', sessionId: person.sessionId } }, id)
    return this.send({ name: `stop ${id}`, work }, 0)
  }

  submit(person: Person) {
    const id = this.#newId(person)
    this.jobs.push({ id, person })
    const job = this.#jobOf(person, id, this.#random.pick(services))
    const prepared = { jobs: [job] as const, uploads: [], action: { kind: job.kind } }
    const work = () => submitPrepared(prepared, this.#world.requestOf(person))
    return this.send({ name: `submit ${id}`, work })
  }

  #jobOf({ id: userId }: Person, operationId: string, service: Service): NewJob {
    const order = orders[service]
    if (!order) throw new Error(`No order for ${service}`)
    const { entry, parameters, route, priceTokens, options } = order
    return {
      id: jobIdOf(userId, operationId),
      userId,
      operationId,
      fingerprint: operationId,
      kind: entry.kind,
      service,
      model: null,
      provider: route.provider,
      upstreamModel: route.model,
      language: null,
      uploads: [],
      madeFrom: null,
      priceTokens,
      parameters: { ...parameters, prompt: operationId },
      options: { ...options, prompt: operationId },
      createdAt: this.#world.engine.now
    }
  }

  cancel({ id, person }: { id: string; person: Person }) {
    const { env } = this.#world
    const jobId = jobIdOf(person.id, id)
    const work = async () => {
      const row = await findJob(openHistory(env, person.id), jobId)
      return row && cancelJob(env, row, suppliesInForce)
    }
    return this.send({ name: `cancel ${id}`, work }, 0)
  }

  /** An operator orders a refund of a part or of everything, as the console does: the order is recorded first. */
  refund(paymentId: string, amountKopecks: number | null) {
    const world = this.#world
    const [person] = people
    const id = this.#newId(person)
    const work = async () => {
      const line = {
        id,
        phase: 'begun' as const,
        at: Date.now(),
        operator: 'operator',
        action: 'money-refund' as const
      }
      await addAction(openDirectory(world.env), {
        ...line,
        subject: paymentId,
        request: id,
        reason: 'refund',
        facts: {}
      })
      return refundPayment(world.requestOf(person), { paymentId, amountKopecks, operationId: id })
    }
    return this.send({ name: `refund ${id}`, work })
  }
}

/** Whether the person has nothing to repeat: it was done, or refused for good. */
function isFinal(outcome: Outcome): boolean {
  if (outcome === 'later') return false
  if ('value' in outcome) return true
  const { error } = outcome
  return error instanceof AppError && !['PAYMENT_DELAYED', 'UNAVAILABLE', 'JOB_NOT_SUBMITTED'].includes(error.message)
}

function wordOf(outcome: Outcome): string {
  if (outcome === 'later') return 'waits'
  if ('error' in outcome) return outcome.error instanceof AppError ? outcome.error.message : 'failed'
  const { value } = outcome
  if (typeof value !== 'object' || value === null) return 'done'
  if ('code' in value) return String(value.code)
  return 'state' in value ? String(value.state) : 'done'
}
