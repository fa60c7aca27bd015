// How long people wait for their sign-in while 200 addresses send 20 sign-ins a second, fewer than the limits refuse:
// people on a device that has signed in to the account before, and people on a new one, whose browser proves some work.
import { login } from '#contract/sign-in.ts'
import { median } from '../base/figures.ts'
import { password, pause, post, postProving } from '../base/client.ts'

const addresses = 200
const signInsPerSecond = 20
const phaseMs = 12_000
/** The crowd must be there when the people come. */
const headStartMs = 2000
/** Between two sign-ins of people beside the crowd; the two kinds take turns. */
const peoplePauseMs = 600
const calmRounds = 6

interface Attempt {
  email: string
  /** The number of the network from which the request says to come. */
  network: number
  cookie?: string | undefined
  /** Proves some work when the product asks for it. */
  solves: boolean
}

interface Outcome {
  status: number
  ms: number
  cookie: string | undefined
}

interface Waits {
  known: number[]
  unknown: number[]
}

/** 198.18.0.0/15 is set apart for measurements (RFC 2544). */
const addressOf = (network: number) => `198.18.${network >> 8}.${network & 255}`

async function signIn(siteOrigin: string, { email, network, cookie, solves }: Attempt): Promise<Outcome> {
  const startedAt = performance.now()
  const headers = { 'cf-connecting-ip': addressOf(network), ...(cookie !== undefined && { cookie }) }
  const send = solves ? postProving : post
  const response = await send(siteOrigin, login.path, { email, password }, headers)
  await response.text()
  const [set] = response.headers.getSetCookie()
  return { status: response.status, ms: performance.now() - startedAt, cookie: set?.split(';')[0] }
}

/**
 * Strangers with unregistered addresses, until `signal`. A status of 0: the product did not answer.
 * @param solvers how many of twenty prove some work
 */
export async function crowd(siteOrigin: string, solvers: number, signal: AbortSignal): Promise<Outcome[]> {
  const sent: Promise<Outcome>[] = []
  const startedAt = performance.now()
  while (!signal.aborted) {
    const network = sent.length % addresses
    const solves = sent.length % 20 < solvers
    const stranger = { email: `stranger-${network}@example.com`, network, solves }
    sent.push(signIn(siteOrigin, stranger).catch(() => ({ status: 0, ms: 0, cookie: undefined })))
    await pause(Math.max(0, startedAt + (sent.length * 1000) / signInsPerSecond - performance.now()))
  }
  return Promise.all(sent)
}

/** @param devices the cookie of each person's known device */
async function people(
  siteOrigin: string,
  devices: ReadonlyMap<string, string | undefined>,
  goesOn: (rounds: number) => boolean
): Promise<Waits> {
  const waits: Waits = { known: [], unknown: [] }
  const sent: Promise<void>[] = []
  const measure = async (kind: keyof Waits, attempt: Attempt) => {
    const { status, ms } = await signIn(siteOrigin, attempt)
    if (status !== 200) console.log(`a person on a device that is ${kind} got ${status}`)
    waits[kind].push(ms)
  }
  for (let rounds = 0; goesOn(rounds); rounds++) {
    const [email, cookie] = [...devices][rounds % devices.size]!
    const attempt = { email, network: addresses, solves: true }
    sent.push(measure('known', { ...attempt, cookie }))
    await pause(peoplePauseMs)
    sent.push(measure('unknown', attempt))
    await pause(peoplePauseMs)
  }
  await Promise.all(sent)
  return waits
}

function tell(name: string, waits: Waits, calm: Waits) {
  const told = (['known', 'unknown'] as const).map((kind) => {
    const [middle, longest] = [median(waits[kind]), Math.max(...waits[kind])]
    const ratio = (middle / median(calm[kind])).toFixed(1)
    return `${kind} device: median ${middle.toFixed(0)} ms (${ratio}x), longest ${longest.toFixed(0)} ms of ${waits[kind].length}`
  })
  console.log(`${name.padEnd(24)} ${told.join('; ')}`)
}

function tellStrangers(outcomes: readonly Outcome[]) {
  for (const [status, those] of Map.groupBy(outcomes, (outcome) => outcome.status)) {
    const middle = median(those.map(({ ms }) => ms))
    console.log(`  strangers answered ${status}: ${those.length}, median ${middle.toFixed(0)} ms`)
  }
}

/** Measures and prints. @param emails of confirmed accounts */
export async function measureCrowd(siteOrigin: string, emails: readonly string[]): Promise<void> {
  const devices = new Map<string, string | undefined>()
  for (const email of emails)
    devices.set(email, (await signIn(siteOrigin, { email, network: addresses, solves: false })).cookie)
  const calm = await people(siteOrigin, devices, (rounds) => rounds < calmRounds)
  tell('calm', calm, calm)
  for (const solvers of [0, 5]) {
    const over = new AbortController()
    const strangers = crowd(siteOrigin, solvers, over.signal)
    await pause(headStartMs)
    const until = performance.now() + phaseMs
    const waits = await people(siteOrigin, devices, () => performance.now() < until)
    over.abort()
    tell(`crowd, ${solvers} of 20 solve`, waits, calm)
    tellStrangers(await strangers)
  }
}
