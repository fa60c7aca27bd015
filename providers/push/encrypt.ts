// Encrypts a message for one browser (RFC 8291, with the content coding of RFC 8188): the push service that carries it
// cannot read it. Must never use a salt or a key twice.

/** The public keys of a browser's subscription. */
export interface PushKeys {
  /** An uncompressed point of P-256: 65 bytes in base64url. */
  p256dh: string
  /** 16 bytes in base64url. */
  auth: string
}

/** Salt and key pair for one message, fresh for each; the tests pass those of the RFC. */
export interface FreshKeys {
  keys: CryptoKeyPair
  salt: Uint8Array<ArrayBuffer>
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const recordBytes = 4096
const tagBytes = 16
/** The last record ends with this byte. */
const lastRecord = 2

const utf8 = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'))

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

async function derived(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8))
}

async function freshKeys(): Promise<FreshKeys> {
  const keys = (await crypto.subtle.generateKey(curve, true, ['deriveBits'])) as CryptoKeyPair
  return { keys, salt: crypto.getRandomValues(new Uint8Array(16)) }
}

/**
 * The body of a push message, in one record.
 * @param message shorter than 4 KB, the most that push services take
 * @throws when the browser's keys are invalid, or the message is too long
 */
export async function encryptPush(
  message: Uint8Array,
  { p256dh, auth }: PushKeys,
  fresh?: FreshKeys
): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = bytesOf(p256dh)
  const { keys, salt } = fresh ?? (await freshKeys())
  const ours = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer)
  const header = joined(salt, new Uint8Array([0, 0, recordBytes >> 8, recordBytes & 255, ours.length]), ours)
  if (header.length + message.length + 1 + tagBytes > recordBytes) throw new RangeError('A push message is too long')
  const theirKey = await crypto.subtle.importKey('raw', theirs, curve, false, [])
  // The types of Cloudflare name this field otherwise than the standard does, which both runtimes follow.
  const agreement = { name: 'ECDH', public: theirKey } as unknown as Parameters<SubtleCrypto['deriveBits']>[0]
  const shared = new Uint8Array(await crypto.subtle.deriveBits(agreement, keys.privateKey, 256))
  const secret = await derived(shared, bytesOf(auth), joined(utf8('WebPush: info\0'), theirs, ours), 32)
  const key = await derived(secret, salt, utf8('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derived(secret, salt, utf8('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const plain = joined(message, new Uint8Array([lastRecord]))
  return joined(header, new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, aes, plain)))
}
