// Messages to browsers: the vector of RFC 8291, the signature of RFC 8292, and what the answers of a push service mean.
import { importJWK, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { isPushAddress, pushOriginsOf } from '#domain/push-address.ts'
import { encryptPush } from '#providers/push/encrypt.ts'
import { vapidAuthorization } from '#providers/push/vapid.ts'
import { type PushMessage, sendPush } from '#providers/push/web-push.ts'

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const point = (text: string) => {
  const whole = Buffer.from(text, 'base64url')
  return { x: whole.subarray(1, 33).toString('base64url'), y: whole.subarray(33).toString('base64url') }
}

/** RFC 8291, section 5. */
const example = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ours: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  oursPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
}

async function exampleKeys() {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const jwk = { kty: 'EC', crv: 'P-256', ...point(example.ours) }
  return {
    salt: bytes(example.salt),
    keys: {
      publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
      privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: example.oursPrivate }, curve, true, ['deriveBits'])
    }
  }
}

const keys = {
  VAPID_PUBLIC_KEY: 'BOlPOfqUI42aWq2psCvzlpddCfTmtag2Uwf-8DglIY7MWAhKWjKe4NgVbvkHR5ih6OU2-IswNMYzS7dT3iQAE6k',
  VAPID_PRIVATE_KEY: 'vqxhjggE2Bs0JWv9jEJDXGBI4I-DEMxhkJBTw0oG3yA'
}

describe('a message', () => {
  const text = new TextEncoder().encode('When I grow up, I want to be a watermelon')

  test('is encrypted as the example of RFC 8291', async () => {
    const body = await encryptPush(text, example, await exampleKeys())
    expect(Buffer.from(body).toString('base64url')).toBe(example.body)
  })

  test('is never encrypted twice alike', async () => {
    const [one, other] = [await encryptPush(text, example), await encryptPush(text, example)]
    expect(Buffer.from(one).subarray(0, 86)).not.toEqual(Buffer.from(other).subarray(0, 86))
  })

  test('fits into one record, or is refused', async () => {
    expect(await encryptPush(new Uint8Array(4096 - 86 - 17), example)).toHaveLength(4096)
    await expect(encryptPush(new Uint8Array(4096 - 86 - 16), example)).rejects.toThrow(RangeError)
  })

  test('is signed for the origin of its push service, for at most a day', async () => {
    const now = Date.now()
    const value = await vapidAuthorization(keys, 'https://push.example:8443/a/b?c', 'mailto:we@site.ru', now)
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(value) ?? []
    expect(key).toBe(keys.VAPID_PUBLIC_KEY)
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', ...point(key) }, 'ES256'))
    expect(payload).toEqual({ aud: 'https://push.example:8443', exp: expect.any(Number), sub: 'mailto:we@site.ru' })
    expect(payload.exp! - now / 1000).toBeLessThanOrEqual(24 * 60 * 60)
  })
})

describe('the answer of a push service', () => {
  const message: PushMessage = { payload: { title: 'Готово' }, topic: 'abc', lifetimeSeconds: 60 }
  const subscription = { endpoint: 'https://push.example/send/1', ...example }
  const sent = (answer: () => Response | Promise<Response>) => {
    const asked: { url: string; init: RequestInit }[] = []
    const send = async (url: string, init: RequestInit) => {
      asked.push({ url, init })
      return answer()
    }
    return { asked, result: sendPush({ keys, contact: 'mailto:we@site.ru' }, subscription, message, send) }
  }

  test('201 means that it was taken', async () => {
    const { asked, result } = sent(() => new Response(null, { status: 201 }))
    expect(await result).toBe('taken')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      url: subscription.endpoint,
      init: {
        method: 'POST',
        redirect: 'manual',
        headers: { ttl: '60', topic: 'abc', 'content-encoding': 'aes128gcm' }
      }
    })
  })

  test.each([404, 410])('%i means that the subscription is gone', async (status) => {
    expect(await sent(() => new Response('', { status })).result).toBe('gone')
  })

  test.each([
    [429, 'busy', true],
    [500, 'server', true],
    [301, 'server', false],
    [403, 'unauthorized', false],
    [413, 'rejected', false]
  ])('%i is a failure of kind %s', async (status, kind, retryable) => {
    const failed = sent(() => new Response('', { status, headers: { 'retry-after': '7' } })).result
    await expect(failed).rejects.toMatchObject({ provider: 'web-push', kind, retryable, retryAfterSeconds: 7 })
  })

  test('none is a failure of the network', async () => {
    await expect(sent(() => Promise.reject(new TypeError('refused'))).result).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('an address is accepted only at a push service', () => {
  const origins = pushOriginsOf('https://fcm.googleapis.com, https://*.push.apple.com') ?? []

  test.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://web.push.apple.com/QGuQ', true],
    ['https://push.apple.com/QGuQ', false],
    ['https://evilpush.apple.com/QGuQ', false],
    ['https://web.push.apple.com.evil.ru/', false],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://fcm.googleapis.com:444/fcm/send/abc', false],
    ['https://user:word@fcm.googleapis.com/fcm', false],
    ['https://fcm.googleapis.com@evil.ru/fcm', false],
    ['https://169.254.169.254/latest', false],
    ['no address', false],
    [`https://fcm.googleapis.com/${'a'.repeat(1000)}`, false]
  ])('%s: %s', (address, accepted) => {
    expect(isPushAddress(address, origins)).toBe(accepted)
  })

  test('a setting with anything but origins is refused', () => {
    for (const setting of ['', 'fcm.googleapis.com', 'https://a.ru/path', 'https://a.ru,', 'https://*'])
      expect(pushOriginsOf(setting)).toBeNull()
  })
})
