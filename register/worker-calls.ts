// Everything that the register sends to the Worker: the calls of people, and its own.
import type { z } from 'zod'
import { type OwnAnswers, ownAnswers } from '#contract/register-answers.ts'
import { type OwnCall, ownCalls, registerHeaders } from '#contract/register.ts'
import { newId, signatureOf } from './keys.ts'
import type { Settings } from './settings.ts'

/** Of one connection, or set by the register alone (RFC 9110, section 7.6.1). */
const ofConnection = 'connection keep-alive proxy-connection te trailer transfer-encoding upgrade expect host'
const notPassedOn = new Set(
  ofConnection.split(' ').concat('content-length', 'accept-encoding', Object.values(registerHeaders))
)

/** Of the answer; the body is unpacked already. */
const notPassedBack = ofConnection.split(' ').concat('content-encoding', 'content-length', registerHeaders.person)

export const proxiedAddressHeader = 'x-proxied-address'

export interface PassedCall {
  method: string
  /** With its query. */
  path: string
  headers: Headers
  body: Uint8Array<ArrayBuffer>
}

/**
 * Sends a person's call on as it came.
 * @param id of its record; absent: the call is not one that the register records
 * @throws Error when the Worker cannot be reached or does not answer in time
 */
export async function passOn(
  { REGISTER_UPSTREAM: upstream, REGISTER_KEY: key, REGISTER_TIMEOUT_SECONDS: seconds }: Settings,
  { method, path, headers, body }: PassedCall,
  id?: string
): Promise<Response> {
  const sent = new Headers([...headers].filter(([name]) => !notPassedOn.has(name)))
  if (id !== undefined) {
    const call = { method, path: new URL(path, upstream).pathname, id, client: headers.get(proxiedAddressHeader) ?? '' }
    for (const [name, value] of Object.entries(signatureOf(key, call, body, Date.now()))) sent.set(name, value)
  }
  return fetch(upstream + path, {
    method,
    headers: sent,
    redirect: 'manual',
    signal: AbortSignal.timeout(seconds * 1000),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body })
  })
}

/** The Worker's answer for the person. */
export async function passedBack(answer: Response): Promise<{ response: Response; text: string }> {
  const headers = new Headers(answer.headers)
  for (const name of notPassedBack) headers.delete(name)
  const bytes = await answer.arrayBuffer()
  const isEmpty = [101, 204, 205, 304].includes(answer.status)
  return {
    response: new Response(isEmpty ? null : bytes, { status: answer.status, headers }),
    text: new TextDecoder().decode(bytes)
  }
}

/** A refusal of one of the register's own calls; the message is the code. */
export class Refused extends Error {
  override name = 'Refused'
}

type Input<Name extends OwnCall> = z.input<(typeof ownCalls)[Name]['input']>

/** Makes one of the register's own calls. @throws Refused; Error when the Worker cannot be reached */
export async function askWorker<Name extends OwnCall>(
  settings: Settings,
  name: Name,
  input: Input<Name>
): Promise<OwnAnswers[Name]> {
  const headers = new Headers({ 'content-type': 'application/json' })
  const body = new TextEncoder().encode(JSON.stringify(input))
  const call = { method: 'POST', path: `/api${ownCalls[name].path}`, headers, body }
  const answer = await passOn(settings, call, newId())
  const { success, data, code } = (await answer.json()) as { success: boolean; data: unknown; code?: string }
  if (!success) throw new Refused(code ?? String(answer.status))
  return ownAnswers[name].parse(data) as OwnAnswers[Name]
}

/** What an operator reads when one of these calls has failed; null: the error is another one. */
export function failureOfWorker({ REGISTER_UPSTREAM: upstream }: Settings, error: unknown): string | null {
  if (error instanceof Refused) return `${upstream} refuses (${error.message}): docs/register.md.`
  if (!(error instanceof Error)) return null
  const isSilent = error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')
  return isSilent
    ? `${upstream} does not answer (${(error.cause instanceof Error ? error.cause : error).message}). Is it running?`
    : null
}
