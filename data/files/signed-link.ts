// The signed URLs under which users read their files: a picture on a page cannot carry a token.
import { createHmac } from 'node:crypto'
import { isSignature } from '../base/signature.ts'

export interface LinkSettings {
  SITE_ORIGIN: string
  JWT_SECRET: string
  JWT_SECRET_PREVIOUS?: string | undefined
}

const windowMs = 30 * 60_000

/** @param signed what the URL opens, with its kind */
const signatureOf = (secret: string, signed: string, expiresAt: number): Buffer =>
  createHmac('sha256', secret).update(`${signed}\0${expiresAt}`).digest().subarray(0, 24)

/** A URL to read one file for 30 to 60 minutes. It changes every half hour, so that browsers can cache. */
export function signedLink(settings: LinkSettings, path: string, signed: string, now: number): string {
  const expiresAt = (Math.floor(now / windowMs) + 2) * windowMs
  const signature = signatureOf(settings.JWT_SECRET, signed, expiresAt).toString('base64url')
  return `${settings.SITE_ORIGIN}/api/files/${path}?expires=${expiresAt}&signature=${signature}`
}

/** Whether we signed such a URL and it has not expired. */
export function isSignedLink(
  settings: LinkSettings,
  signed: string,
  { expiresAt, signature }: { expiresAt: number; signature: string },
  now: number
): boolean {
  if (expiresAt <= now) return false
  const secrets = [settings.JWT_SECRET, settings.JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined)
  return secrets.some((secret) => isSignature(signature, signatureOf(secret, signed, expiresAt)))
}
