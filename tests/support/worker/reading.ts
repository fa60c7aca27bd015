// Reads the streams of answers, and sets the switches of the sandbox.
import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { sandboxSpeed } from '../sandbox-speed.ts'
import { answerFor, type AskerRequest } from './asking.ts'

const sandbox = new URL(env.OPENAI_BASE_URL).origin
/** Sets the sandbox's switches. */
export const control = (settings: object) =>
  fetch(`${sandbox}/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings)
  })

/** For this test: providers are slower than in others, so that a busy machine is in time for what happens meanwhile. */
export async function slowDown(speed: number) {
  await control({ speed })
  onTestFinished(async () => void (await control({ speed: sandboxSpeed })))
}

/** The upstream calls whose request carries this text, as the sandbox saw them. */
export async function callsAbout(text: string): Promise<{ outcome: string }[]> {
  const calls = await (await fetch(`${sandbox}/calls.json`)).json<{ outcome: string; body: unknown }[]>()
  return calls.filter(({ body }) => JSON.stringify(body).includes(text))
}

export const viewOf = (userId: string) => userOf(env, userId).view()

export async function openStream(request: AskerRequest): Promise<ReadableStream> {
  const asked = await answerFor(request).askAndRead(request)
  if (asked.state === 'refused') throw new Error(asked.code)
  return asked.stream
}

export async function streamFrom(request: AskerRequest, lastId: number): Promise<ReadableStream> {
  const read = await answerFor(request).read(lastId)
  if (read.state === 'refused') throw new Error(read.code)
  return read.stream
}

/** Reads until the first text has arrived, then cancels the stream. @returns whole events: a read may end within one */
export async function readSome(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let seen = ''
  while (!/event: delta\n.*\n\n/.test(seen)) {
    const { value, done } = await reader.read()
    if (done) break
    seen += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return seen.slice(0, seen.lastIndexOf('\n\n') + 2)
}
