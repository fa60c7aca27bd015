// Looks up to which addresses the name of a supplier's host leads, so that a public name of a private address is refused when it is
// saved. A Worker has no resolver of the system: the question goes to Cloudflare's over https, as `node:dns` of workerd would ask it.
import { z } from 'zod'
import { type AddressRules, checkedBaseUrl, isPublicAddress } from '#domain/models/supplier-address.ts'

const resolver = 'https://cloudflare-dns.com/dns-query'
const lookupMs = 5000

const answered = z.object({
  /** 0: found. 3: there is no such name. */
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string().max(300) })).default([])
})

const types = { A: 1, AAAA: 28 } as const

/** @throws Error when the resolver does not answer */
async function addressesOf(host: string, type: keyof typeof types): Promise<string[]> {
  const response = await fetch(`${resolver}?name=${host}&type=${type}`, {
    headers: { accept: 'application/dns-json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(lookupMs)
  })
  if (!response.ok) {
    void response.body?.cancel()
    throw new Error(`The resolver answered ${response.status}`)
  }
  const { Status: status, Answer: found } = answered.parse(await response.json())
  if (status !== 0 && status !== 3) throw new Error(`The resolver found an error: ${status}`)
  return found.filter((one) => one.type === types[type]).map(({ data }) => data)
}

/** `unknown`: the resolver did not answer. `none`: the name has no address. `private`: one of its addresses is none of the internet. */
async function reachOf(host: string): Promise<'public' | 'private' | 'none' | 'unknown'> {
  try {
    const found = (await Promise.all([addressesOf(host, 'A'), addressesOf(host, 'AAAA')])).flat()
    if (found.length === 0) return 'none'
    return found.every(isPublicAddress) ? 'public' : 'private'
  } catch {
    return 'unknown'
  }
}

const flaws = {
  none: 'Такого имени в интернете нет: проверьте адрес',
  private: 'Имя ведёт в частную сеть: укажите публичный адрес поставщика',
  unknown: 'Имя не удалось проверить. Попробуйте ещё раз'
} as const

/** The base URL as it is kept, or why keys may not be sent there, in words for the operator. */
export async function publicBaseUrl(
  typed: string,
  rules: AddressRules
): Promise<{ baseUrl: string } | { flaw: string }> {
  const checked = checkedBaseUrl(typed, rules)
  if ('flaw' in checked) return checked
  const { baseUrl, hostToResolve } = checked
  const reach = hostToResolve === null ? 'public' : await reachOf(hostToResolve)
  // A machine of a developer may have no network.
  return reach === 'public' || (reach === 'unknown' && rules.isLocal) ? { baseUrl } : { flaw: flaws[reach] }
}
