import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { z } from 'zod'
import { register, tokenPair, type TokenPair } from '#contract/sign-in.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { envelope } from '#contract/envelope.ts'
import { solveChallenge } from '#web/src/base/session/solve-challenge.ts'
import { type AccountKind, damagePath, password, type SeededAccount, seedingPath } from '../seeding/call.ts'
import { linkOf, waitForLetter } from './mail.ts'

export { password }

const proofDemand = z.object({ challenge: z.string() })
const seeded = z.object({ userId: z.string(), tokens: tokenPair })

/** A unique email address. */
export const newEmail = () => `user-${randomUUID()}@example.com`

/** In whose name tests read with the operators' token. */
const operatorName = 'e2e'

/** Calls the API as the browser would. @throws when the answer is not a success */
export async function callApi<Input extends z.ZodType, Output extends z.ZodType>(
  { method, path, access, output }: Endpoint<Input, Output>,
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
  for (;;) {
    const response = await fetch(`${inject('siteOrigin')}/api${url}${query}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(access === 'operator' && method === 'GET' && { 'x-operator': operatorName }),
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` })
      },
      ...(method !== 'GET' && { body: JSON.stringify(Object.fromEntries(rest)) })
    })
    const { success, data, code, error } = envelope.parse(await response.json())
    if (success) return output.parse(data ?? {})
    const proof = code === 'PROOF_REQUIRED' ? await solveChallenge(proofDemand.parse(data).challenge) : null
    if (proof === null) throw new Error(`${method} ${url}: ${response.status} ${code ?? ''} ${error ?? ''}`)
    rest.set('proof', proof)
  }
}

export interface Account {
  email: string
  password: string
  /** The user's id in the Worker and in the metadata of payments. */
  id: string
  tokens: TokenPair
}

/**
 * A new signed-in user with a confirmed address and the free tokens. Made by the seeding call, without mail and without
 * hashing: tests of registration use `registerByMail` or the pages.
 */
export async function createAccount(kind: AccountKind = 'free'): Promise<Account> {
  const email = newEmail()
  const seed: SeededAccount = { email, passwordHash: inject('passwordHash'), kind }
  const response = await fetch(inject('siteOrigin') + seedingPath, { method: 'POST', body: JSON.stringify(seed) })
  if (!response.ok) throw new Error(`An account was not seeded: ${response.status} ${await response.text()}`)
  const { userId, tokens } = seeded.parse(await response.json())
  return { email, password, id: userId, tokens }
}

/** Has the account's wallet found damaged, so that it freezes; what was damaged is put right again. */
export async function freezeWallet({ id: userId }: Account): Promise<void> {
  const body = JSON.stringify({ userId })
  const { ok, status } = await fetch(inject('siteOrigin') + damagePath, { method: 'POST', body })
  if (!ok) throw new Error(`A wallet was not frozen: ${status}`)
}

/** Registers an account. @param invite the code of an invitation @returns the token of the confirmation link in the mail */
export async function registerByMail(email: string, invite?: string): Promise<string> {
  await callApi(register, { email, password, invite, consents: { offer: true, personalData: true } })
  return linkOf(await waitForLetter(email)).searchParams.get('token') ?? ''
}

/** On the form of registration. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByLabel('Повторите пароль').fill(password)
  await page.getByRole('checkbox', { name: /соглашение/ }).check()
  await page.getByRole('checkbox', { name: /персональных данных/ }).check()
}

/** The user id in the page's access token. */
export async function signedInUser(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const claims = Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()
  return z.object({ sub: z.string() }).parse(JSON.parse(claims)).sub
}
