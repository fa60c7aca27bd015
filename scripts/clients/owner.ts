// A user of the product whose keys the clients use, by the site's own calls as a browser makes them.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { endApiKey, makeApiKey, readApiUsage } from '#contract/api-keys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { envelope } from '#contract/envelope.ts'
import { register, verifyEmail } from '#contract/sign-in.ts'
import { SetupProblem } from '../base/setup-problem.ts'

const patienceMs = 10_000
const pauseMs = 150
const letters = z.array(z.object({ text: z.string() }))

interface Spent {
  calls: number
  outputTokens: number
  /** Site tokens. */
  cost: number
}

export interface Owner {
  /** @param total site tokens that the key may spend; null: as many as there are */
  makeKey(name: string, total: number | null): Promise<{ id: string; text: string }>
  endKey(id: string): Promise<void>
  /** What a key has used. */
  spentBy(id: string): Promise<Spent>
}

/** What `ask` gives as soon as it `isDone`; its last answer when that takes too long. */
export async function until<Result>(ask: () => Promise<Result>, isDone: (result: Result) => boolean): Promise<Result> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const result = await ask()
    if (isDone(result) || Date.now() > deadline) return result
    await pause(pauseMs)
  }
}

async function call<Input extends z.ZodType, Output extends z.ZodType>(
  origin: string,
  { method, path, output }: Endpoint<Input, Output>,
  { segment = '', body, token }: { segment?: string; body?: z.input<Input>; token?: string }
): Promise<z.output<Output>> {
  const url = `${origin}/api${path.replace(/:\w+$/, encodeURIComponent(segment))}`
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const { success, data, code, error } = envelope.parse(await response.json())
  if (!success) throw new SetupProblem(`${method} ${url}: ${response.status} ${code ?? ''} ${error ?? ''}`)
  return output.parse(data ?? {})
}

async function confirmationIn(sandboxOrigin: string, email: string): Promise<string> {
  const read = async () => {
    const response = await fetch(`${sandboxOrigin}/mail.json?${new URLSearchParams({ to: email })}`)
    return letters.parse(await response.json())[0]?.text ?? ''
  }
  const text = await until(read, (letter) => letter !== '')
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new SetupProblem('The letter of the registration has no link')
  return token
}

/** Registers a user, confirms the address by the letter, and signs in. */
export async function createOwner(siteOrigin: string, sandboxOrigin: string): Promise<Owner> {
  const email = `client-${randomUUID()}@example.com`
  const consents = { offer: true, personalData: true } as const
  await call(siteOrigin, register, { body: { email, password: `Aa1!${randomUUID().slice(0, 12)}`, consents } })
  const segment = await confirmationIn(sandboxOrigin, email)
  const { tokens } = await call(siteOrigin, verifyEmail, { segment })
  const token = tokens.accessToken
  return {
    async makeKey(name, total) {
      const body = { name, ...(total !== null && { budgets: { day: null, month: null, total } }) }
      const { key, apiKey } = await call(siteOrigin, makeApiKey, { body, token })
      return { id: apiKey.id, text: key }
    },
    async endKey(id) {
      await call(siteOrigin, endApiKey, { segment: id, token })
    },
    async spentBy(id) {
      const { rows } = await call(siteOrigin, readApiUsage, { token })
      const own = rows.filter((row) => row.key_id === id)
      const sum = (count: (row: (typeof rows)[number]) => number) => own.reduce((total, row) => total + count(row), 0)
      return {
        calls: sum((row) => row.calls),
        outputTokens: sum((row) => row.output_tokens),
        cost: sum((row) => row.cost)
      }
    }
  }
}
