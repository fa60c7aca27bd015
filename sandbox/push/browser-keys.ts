// What a browser does with a push message: it has the keys of its subscription, checks nothing about the sender, decrypts.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export interface BrowserKeys {
  p256dh: string
  auth: string
  decrypt(body: Uint8Array): string
}

const SALT_BYTES = 16
/** Salt, size of a record, and the length of the sender's key. */
const PREFIX_BYTES = 21
const TAG_BYTES = 16
const LAST_RECORD = 2

/** New keys of a subscription, and what reads the messages for it (RFC 8291). */
export function createBrowserKeys(): BrowserKeys {
  const keys = createECDH('prime256v1')
  const ours = keys.generateKeys()
  const auth = randomBytes(16)
  return {
    p256dh: ours.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body) {
      const bytes = Buffer.from(body)
      const salt = bytes.subarray(0, SALT_BYTES)
      const end = PREFIX_BYTES + (bytes[PREFIX_BYTES - 1] ?? 0)
      const theirs = bytes.subarray(PREFIX_BYTES, end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ours, theirs])
      const secret = hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32)
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(bytes.subarray(end, -TAG_BYTES)), decipher.final()])
      const last = plain.lastIndexOf(LAST_RECORD)
      return plain.subarray(0, last).toString('utf8')
    }
  }
}
