// Bodies are read whole, whatever their length and whatever a client declares; those of strangers are dropped, or are small.
import { Buffer } from 'node:buffer'
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { createApp } from '#worker/app.ts'
import type { AppContext } from '#worker/http/context.ts'
import { boundedBody } from '#worker/http/large-body.ts'

const kilobytes64 = 64 * 1024
const bytesMax = 300_000

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251)

/** @param pieces how the bytes come @param declared null: no length is */
function sent(pieces: readonly Uint8Array[], declared: number | null) {
  const body = new ReadableStream({
    type: 'bytes',
    start(controller) {
      for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece.slice())
      controller.close()
    }
  })
  const raw = new Request('https://site.example/', { method: 'POST', body })
  const header = (name: string) => (name === 'content-length' && declared !== null ? String(declared) : undefined)
  return { req: { raw, header } } as unknown as AppContext
}

async function read(context: AppContext) {
  const claimed: number[] = []
  const claim = async (bytes: number) => void claimed.push(bytes)
  const bytes = await boundedBody(context, bytesMax, { claim, firstBytes: kilobytes64 })
  return { bytes, claimed: claimed.reduce((sum, one) => sum + one, 0) }
}

describe.each([0, 1, kilobytes64 - 1, kilobytes64, kilobytes64 + 1, 2 * kilobytes64, 2 * kilobytes64 + 2, bytesMax])(
  'a body of %i bytes',
  (length) => {
    const whole = bytesOf(length)
    test.each([
      ['at once', [whole]],
      [
        'in three parts',
        [whole.subarray(0, length / 3), whole.subarray(length / 3, length / 2), whole.subarray(length / 2)]
      ]
    ])('that comes %s', async (_, pieces) => {
      for (const declared of [length, null]) {
        const { bytes, claimed } = await read(sent(pieces, declared))
        expect(bytes.length).toBe(length)
        expect(Buffer.compare(bytes, whole)).toBe(0)
        expect(claimed).toBeGreaterThanOrEqual(length)
        expect(claimed).toBeLessThanOrEqual(Math.max(kilobytes64, 2 * length) + 2)
      }
    })
  }
)

test.each([bytesMax + 1, 1000, null])('a body that is too long is refused when %s is declared', async (declared) => {
  await expect(read(sent([bytesOf(bytesMax + 1)], declared))).rejects.toThrow('BODY_TOO_LARGE')
})

const post = async (path: string, body: BodyInit) =>
  createApp().fetch(
    new Request(`${env.SITE_ORIGIN}/api${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' }
    }),
    env,
    createExecutionContext()
  )

test.each([
  ['/chat/import', 401],
  ['/nothing-here', 404]
])('what a stranger sends to %s is read by nobody', async (path, status) => {
  const body = new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(new Error('broken off')) })
  expect((await post(path, body)).status).toBe(status)
})

test('more than 32 KB is no way to sign in', async () => {
  expect((await post('/auth/login', JSON.stringify({ password: 'x'.repeat(33_000) }))).status).toBe(413)
})
