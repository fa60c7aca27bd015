// Measures how much time the product adds to an upstream's own: from the request to the first word and to the end,
// through Pages, Worker and Durable Objects, in turns with the same request sent to the sandbox directly.
// Run with `node bench/first-word.ts`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'

const rounds = 25
const prompt = 'Кратко: что такое радуга?'
const json = { 'content-type': 'application/json' }
const limits = ['LIMIT_TEXT_PER_MINUTE', 'LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_RUNNING_ANSWERS']

const dataFolder = mkdtempSync(join(tmpdir(), 'first-word-'))
const product = await startProduct({
  port: await findFreePort(),
  sandboxPort: await findFreePort(),
  dataFolder,
  variables: Object.fromEntries(limits.map((name) => [name, '100000'])),
  sandboxSpeed: 10,
  signal: new AbortController().signal
})
const { siteOrigin, sandboxOrigin } = product

async function api(path: string, body?: object): Promise<Response> {
  const init = body && { method: 'POST', headers: json, body: JSON.stringify(body) }
  return fetch(`${siteOrigin}/api${path}`, init)
}

/** Registers a new user, because ten free tokens pay for two answers. */
async function newAccessToken(number: number): Promise<string> {
  const email = `bench-${number}@example.com`
  await api('/auth/register', { email, password: 'Correct-Horse-1!', consents: { offer: true, personalData: true } })
  for (;;) {
    const letters = await (await fetch(`${sandboxOrigin}/mail.json?to=${encodeURIComponent(email)}`)).json()
    const token = /token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    if (token) return (await (await api(`/auth/verify-email/${token}`)).json()).data.tokens.accessToken
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Milliseconds until the first text and until the end of a stream of server-sent events. */
async function timesOf(url: string, headers: Record<string, string>, body: object) {
  const startedAt = performance.now()
  const response = await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  let firstMs: number | null = null
  let seen = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    seen += chunk
    if (firstMs === null && /^event: .*delta$/m.test(seen)) firstMs = performance.now() - startedAt
  }
  if (firstMs === null) throw new Error(`No text came: ${seen.slice(0, 200)}`)
  return { firstMs, wholeMs: performance.now() - startedAt }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const through: { firstMs: number; wholeMs: number }[] = []
const direct: typeof through = []
for (let round = 0; round < rounds; round++) {
  const authorization = `Bearer ${await newAccessToken(round)}`
  const stream = { authorization, accept: 'text/event-stream' }
  through.push(await timesOf(`${siteOrigin}/api/ai/text/chatgpt`, stream, { prompt, model: 'gpt-4o-mini' }))
  direct.push(
    await timesOf(
      `${sandboxOrigin}/openai/v1/responses`,
      { authorization: 'Bearer sandbox' },
      { model: 'gpt-6-luna', input: prompt, stream: true, store: false, max_output_tokens: 4096 }
    )
  )
}
await product.stop()
rmSync(dataFolder, { recursive: true, force: true })

for (const name of ['firstMs', 'wholeMs'] as const) {
  const [ours, floor] = [median(through.map((times) => times[name])), median(direct.map((times) => times[name]))]
  console.log(
    `${name.padEnd(8)} through the product ${ours.toFixed(1)}, sandbox alone ${floor.toFixed(1)}: ` +
      `${(ours / floor).toFixed(2)}x, +${(ours - floor).toFixed(1)} ms`
  )
}
