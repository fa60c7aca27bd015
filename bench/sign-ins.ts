// What a crowd that signs in does to somebody's running answer: the pauses between its pieces, alone and beside twenty
// people who sign in at once, in turns. Locally one thread does everything, which is the worst case: in production the
// answer's object has a thread of its own.
// Run with `node bench/sign-ins.ts`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'

const rounds = 5
const crowd = 20
const prompt = 'Что такое радуга?'
const password = 'Correct-Horse-1!'
const json = { 'content-type': 'application/json' }
const limits = ['LIMIT_TEXT_PER_MINUTE', 'LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_SIGN_IN_PER_MINUTE']

const dataFolder = mkdtempSync(join(tmpdir(), 'sign-ins-'))
const product = await startProduct({
  port: await findFreePort(),
  sandboxPort: await findFreePort(),
  dataFolder,
  variables: Object.fromEntries(limits.map((name) => [name, '100000'])),
  signal: new AbortController().signal
})
const { siteOrigin, sandboxOrigin } = product

const post = (path: string, body: object, headers = {}) =>
  fetch(`${siteOrigin}/api${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

/** A fresh user, because ten free tokens are two answers. */
async function newAccessToken(email: string): Promise<string> {
  await post('/auth/register', { email, password, consents: { offer: true, personalData: true } })
  for (;;) {
    const letters = await (await fetch(`${sandboxOrigin}/mail.json?to=${encodeURIComponent(email)}`)).json()
    const token = /token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    if (token)
      return (await (await fetch(`${siteOrigin}/api/auth/verify-email/${token}`)).json()).data.tokens.accessToken
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Milliseconds between the pieces of one answer. @param onText called with its first piece */
async function gapsOf(accessToken: string, onText: () => void): Promise<number[]> {
  const response = await post(
    '/ai/text/chatgpt',
    { prompt, model: 'gpt-4o-mini' },
    { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' }
  )
  const gaps: number[] = []
  let lastAt: number | null = null
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    if (!/^event: .*delta$/m.test(chunk)) continue
    const now = performance.now()
    if (lastAt === null) onText()
    else gaps.push(now - lastAt)
    lastAt = now
  }
  if (gaps.length === 0) throw new Error('An answer came in one piece')
  return gaps
}

/** Milliseconds that each of the crowd waits; who is sent away is counted apart. */
async function signInAll(round: number) {
  const waits: number[] = []
  let sentAway = 0
  const signIn = async (number: number) => {
    const startedAt = performance.now()
    // Unknown addresses cost the same hash, and no registrations beforehand.
    const { status } = await post('/auth/login', { email: `crowd-${round}-${number}@example.com`, password })
    if (status === 401) waits.push(performance.now() - startedAt)
    else sentAway += 1
  }
  await Promise.all(Array.from({ length: crowd }, (_, number) => signIn(number)))
  return { waits, sentAway }
}

const share = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const alone: number[] = []
const beside: number[] = []
const waits: number[] = []
let sentAway = 0
for (let round = 0; round < rounds; round++) {
  const accessToken = await newAccessToken(`bench-${round}@example.com`)
  alone.push(...(await gapsOf(accessToken, () => {})))
  let signingIn: ReturnType<typeof signInAll> | undefined
  beside.push(...(await gapsOf(accessToken, () => (signingIn = signInAll(round)))))
  const crowdOf = await signingIn!
  waits.push(...crowdOf.waits)
  sentAway += crowdOf.sentAway
}
await product.stop()
rmSync(dataFolder, { recursive: true, force: true })

for (const [name, part] of [
  ['median', 0.5],
  ['95th', 0.95],
  ['99th', 0.99],
  ['longest', 1]
] as const) {
  const [without, withCrowd] = [share(alone, part), share(beside, part)]
  console.log(
    `pause ${name.padEnd(8)} beside ${crowd} sign-ins ${withCrowd.toFixed(0)} ms, alone ${without.toFixed(0)} ms: ` +
      `${(withCrowd / without).toFixed(2)}x`
  )
}
console.log(
  `sign-in   median ${share(waits, 0.5).toFixed(0)} ms, longest ${share(waits, 1).toFixed(0)} ms, ` +
    `sent away ${sentAway} of ${rounds * crowd}`
)
