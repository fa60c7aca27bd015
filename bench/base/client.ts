// A client of the product's sign-in, like its pages.
import type { ProofDemand } from '#contract/proof-of-work.ts'
import type { TokenPair } from '#contract/sign-in.ts'
import type { Product } from '#scripts/product.ts'
import { solveChallenge } from '#web/src/base/session/solve-challenge.ts'

export const password = 'Correct-Horse-1!'

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function post(siteOrigin: string, path: string, body: object, headers: Record<string, string> = {}) {
  const json = { 'content-type': 'application/json', ...headers }
  return fetch(`${siteOrigin}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

/** A call that is repeated with a proof of work when the product asks for one. */
export async function postProving(siteOrigin: string, path: string, body: object, headers?: Record<string, string>) {
  const response = await post(siteOrigin, path, body, headers)
  if (response.status !== 428) return response
  const { data } = (await response.json()) as { data: ProofDemand }
  return post(siteOrigin, path, { ...body, proof: await solveChallenge(data.challenge) }, headers)
}

/** Registers an account and confirms its address. */
export async function newAccount({ siteOrigin, sandboxOrigin }: Product, email: string): Promise<TokenPair> {
  await postProving(siteOrigin, '/auth/register', { email, password, consents: { offer: true, personalData: true } })
  for (;;) {
    const letters = await (await fetch(`${sandboxOrigin}/mail.json?to=${encodeURIComponent(email)}`)).json()
    const token = /token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    if (token) return (await (await fetch(`${siteOrigin}/api/auth/verify-email/${token}`)).json()).data.tokens
    await pause(20)
  }
}
