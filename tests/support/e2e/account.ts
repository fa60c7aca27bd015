import { inject } from 'vitest'
import type { z } from 'zod'
import { register, tokenPair, verifyEmail, type TokenPair } from '#contract/sign-in.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { envelope } from '#contract/envelope.ts'
import { linkOf, waitForLetter } from './mail.ts'

export const password = 'Correct-Horse-1!'

let count = 0
/** An address that no test used before. */
export const newEmail = () => `user-${process.pid}-${Date.now()}-${(count += 1)}@example.com`

/** Calls the API as the browser would. @throws when the answer is not a success */
export async function callApi<Input extends z.ZodType, Output extends z.ZodType>(
  { method, path, output }: Endpoint<Input, Output>,
  input: z.input<Input>,
  accessToken?: string
): Promise<z.output<Output>> {
  const rest = new Map(Object.entries(input as object))
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const query = method === 'GET' ? `?${new URLSearchParams([...rest])}` : ''
  const response = await fetch(`${inject('siteOrigin')}/api${url}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` })
    },
    ...(method !== 'GET' && { body: JSON.stringify(Object.fromEntries(rest)) })
  })
  const { success, data, code, error } = envelope.parse(await response.json())
  if (!success) throw new Error(`${method} ${url}: ${response.status} ${code ?? ''} ${error ?? ''}`)
  return output.parse(data ?? {})
}

export interface Account {
  email: string
  password: string
  tokens: TokenPair
}

/** A new user with a confirmed address and the free tokens, signed in: by calls, without a browser. */
export async function createAccount(): Promise<Account> {
  const email = newEmail()
  await callApi(register, { email, password, consents: { offer: true, personalData: true } })
  const token = linkOf(await waitForLetter(email)).searchParams.get('token') ?? ''
  const { tokens } = await callApi(verifyEmail, { token })
  return { email, password, tokens: tokenPair.parse(tokens) }
}
