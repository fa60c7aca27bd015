// Keys of suppliers, bound to their host: a key that was typed for one origin opens for no other, so that a changed base URL can never
// get it. They are in the memory of the Worker alone, and in no log, record or answer.
import { type Seal, sealed, unsealed } from './sealed.ts'

export interface KeyOwner {
  supplier: string
  baseUrl: string
}

/** Scheme, host and port. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin

const sealOf = ({ supplier, baseUrl }: KeyOwner, operatorToken: string): Seal => ({
  sealedWith: operatorToken,
  purpose: 'key of a supplier',
  owner: `${supplier}\n${originOf(baseUrl)}`
})

export const sealSupplierKey = (apiKey: string, owner: KeyOwner, operatorToken: string): Promise<string> =>
  sealed(apiKey, sealOf(owner, operatorToken))

/** Null when it was sealed with another token, or for another supplier or origin. */
export const openSupplierKey = (text: string, owner: KeyOwner, operatorToken: string): Promise<string | null> =>
  unsealed(text, sealOf(owner, operatorToken))
