// What the page of a sign-in asks of the ways in by a provider before anybody comes back from one. Apart from identities.ts, so that the page
// begins without the rest.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { identityProviders } from './identity-providers.ts'

export const provider = z.enum(identityProviders)
/** Where the page goes on: a path of our own, checked again by the page that uses it. */
export const returnTo = z.string().max(2000).default('/')

/** Which ways in this installation offers, besides address and password. The same for everybody. */
export const waysToSignIn = endpoint({
  call: 'GET /auth/ways',
  access: 'public',
  output: z.object({ providers: z.array(provider) })
})

/** The provider's page. Our cookie (`__Secure-identity`, ten minutes, this path alone) keeps state, nonce and verifier, encrypted. */
export const authorizing = z.object({ url: z.url() })

export const beginSignIn = endpoint({
  call: 'POST /auth/identities/start',
  access: 'public',
  input: z.object({ provider, returnTo }),
  output: authorizing
})
