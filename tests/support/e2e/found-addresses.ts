// Programs put the address of a call together in several ways: with a base address that ends in a slash, or that lacks `/v1`.
import { expect, inject } from 'vitest'

/** The pages pass each spelling on to the API. @param key of the API */
export async function expectFoundAddresses(key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (const path of ['/chat/completions', '/responses', '/v1//chat/completions', '/api/v1//responses']) {
    const refused = await fetch(inject('siteOrigin') + path, { method: 'POST', headers, body: '{}' })
    expect([path, await refused.json()]).toMatchObject([path, { error: { param: 'model' } }])
  }
  for (const path of ['/models', '/v1//models/gpt-4o-mini']) {
    const listed = await fetch(inject('siteOrigin') + path, { headers })
    expect([path, await listed.text()]).toEqual([path, expect.stringContaining('gpt-4o-mini')])
  }
  // NextChat asks for the balance beside `/v1`.
  const balance = await fetch(`${inject('siteOrigin')}/dashboard/billing/subscription`, { headers })
  expect(await balance.json()).toMatchObject({ object: 'billing_subscription' })
}
