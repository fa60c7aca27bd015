// Proves to a push service who sends a message (RFC 8292).

const written = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A pair of keys of P-256 in base64url, as `npx web-push generate-vapid-keys` prints it. */
export interface VapidKeys {
  /** The uncompressed point: 65 bytes. Browsers subscribe for this key. */
  VAPID_PUBLIC_KEY: string
  VAPID_PRIVATE_KEY: string
}

/** Services accept at most a day; each message is signed anew. */
const lifetimeSeconds = 12 * 60 * 60

/**
 * The value of the header `authorization`.
 * @param endpoint the address of the subscription; its origin is the audience
 * @param contact an address for the operators of the push service: `mailto:` or `https:`
 */
export async function vapidAuthorization(
  { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: VapidKeys,
  endpoint: string,
  contact: string,
  now: number
): Promise<string> {
  const point = Buffer.from(VAPID_PUBLIC_KEY, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const pair = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: VAPID_PRIVATE_KEY }
  const key = await crypto.subtle.importKey('jwk', pair, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + lifetimeSeconds, sub: contact }
  const signed = `${written({ typ: 'JWT', alg: 'ES256' })}.${written(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(signed))
  const token = `${signed}.${Buffer.from(signature).toString('base64url')}`
  return `vapid t=${token}, k=${VAPID_PUBLIC_KEY}`
}
