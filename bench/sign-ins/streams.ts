// How simultaneous sign-ins slow down a running answer, by the pauses between its chunks: with no other calls, with
// twenty calls at once that hash no password, and with twenty sign-ins at once, in turns. Locally one thread does
// everything, which is the worst case: in production the user's Durable Object has a thread of its own.
import type { Product } from '#scripts/product.ts'
import { newAccount, password, post, postProving } from './client.ts'

const rounds = 5
const crowd = 20
const prompt = 'Что такое радуга?'
/** With this model a user's ten free tokens pay for three answers. */
const model = 'gpt-3.5-turbo'

/** Milliseconds between the chunks of one answer. @param onText called with the first chunk of text */
async function pausesOf(siteOrigin: string, accessToken: string, onText: () => void): Promise<number[]> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' }
  const response = await post(siteOrigin, '/ai/text/chatgpt', { prompt, model }, headers)
  const pauses: number[] = []
  let lastAt: number | null = null
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    if (!/^event: .*delta$/m.test(chunk)) continue
    const now = performance.now()
    if (lastAt === null) onText()
    else pauses.push(now - lastAt)
    lastAt = now
  }
  if (pauses.length === 0) throw new Error(`The answer came in one chunk or not at all: ${response.status}`)
  return pauses
}

/** The same addresses in every round, so that creating objects for new addresses is not measured. */
const everybody = Array.from({ length: crowd }, (_, number) => `crowd-${number}@example.com`)

const share = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

/** Measures and prints. */
export async function measureStreams(product: Product): Promise<void> {
  const { siteOrigin } = product
  const askForMail = () =>
    Promise.all(everybody.map(async (email) => void (await post(siteOrigin, '/auth/resend-verification', { email }))))

  const waits: number[] = []
  let sentAway = 0
  /** Signs in with unregistered addresses: this costs the same hash and needs no registrations. */
  const signIn = () =>
    Promise.all(
      everybody.map(async (email) => {
        const startedAt = performance.now()
        const { status } = await postProving(siteOrigin, '/auth/login', { email, password })
        if (status === 401) waits.push(performance.now() - startedAt)
        else sentAway += 1
      })
    )

  const series = {
    alone: { act: () => Promise.resolve<unknown>(null), pauses: [] as number[] },
    'beside calls': { act: askForMail, pauses: [] as number[] },
    'beside sign-ins': { act: signIn, pauses: [] as number[] }
  }
  await Promise.all([askForMail(), signIn()])
  waits.length = sentAway = 0
  for (let round = 0; round < rounds; round++) {
    const { accessToken } = await newAccount(product, `bench-${round}@example.com`)
    for (const { act, pauses } of Object.values(series)) {
      let busy: Promise<unknown> = Promise.resolve()
      const begin = () => {
        busy = act()
      }
      pauses.push(...(await pausesOf(siteOrigin, accessToken, begin)))
      await busy
    }
  }

  for (const [name, part] of Object.entries({ median: 0.5, '95th': 0.95, '99th': 0.99, longest: 1 })) {
    const alone = share(series.alone.pauses, part)
    const told = Object.entries(series).map(([beside, { pauses }]) => {
      const pauseMs = share(pauses, part)
      return `${beside} ${pauseMs.toFixed(0)} ms (${(pauseMs / alone).toFixed(2)}x)`
    })
    console.log(`pause ${name.padEnd(8)} ${told.join(', ')}`)
  }
  console.log(
    `sign-in of ${crowd} at once: median ${share(waits, 0.5).toFixed(0)} ms, longest ${share(waits, 1).toFixed(0)} ms, ` +
      `told to come back ${sentAway} of ${rounds * crowd}`
  )
}
