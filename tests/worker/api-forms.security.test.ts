// Bodies of forms under `/v1`: what is read of them, and what is refused before it takes memory or time.
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { withForm } from '#worker/api/base/form.ts'
import { refusalOf, refuseCall, internalRefusal } from '#worker/api/base/errors.ts'
import type { HonoEnv } from '#worker/http/context.ts'
import { megabyte, slowly } from '../support/worker/slow-body.ts'

const schema = z.object({
  model: z.enum(['one', 'two']),
  granularities: z.array(z.enum(['word', 'segment'])).optional()
})

const app = new Hono<HonoEnv>()
app.post('/form', (c) =>
  withForm(c, schema, ({ fields, files }) =>
    Promise.resolve(
      c.json({
        fields,
        files: files.map(({ name, filename, bytes }) => [name, filename, bytes.length]),
        repeat: c.get('repeat') ?? null
      })
    )
  )
)
/** Has begun with its body; needs the body no more; answers. */
const held = {
  begun: Promise.withResolvers<null>(),
  body: Promise.withResolvers<null>(),
  answer: Promise.withResolvers<null>()
}
app.post('/held', (c) =>
  withForm(c, schema, async (_, keepUntil) => {
    keepUntil(held.body.promise)
    held.begun.resolve(null)
    await held.answer.promise
    return c.text('')
  })
)
app.onError((error, c) => refuseCall(c, refusalOf(error) ?? internalRefusal))

type Answer = { fields: object; files: unknown[]; repeat: { digest: string } | null }

const send = (body: BodyInit | ReadableStream, headers: Record<string, string> = {}) =>
  app.request('/form', { method: 'POST', body, headers }, env)

const formOf = (...parts: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}
const file = (bytes: number, name = 'a.bin') => new File([new Uint8Array(bytes)], name)

async function refused(answer: Response | Promise<Response>) {
  const { error } = await (
    await answer
  ).json<{ error: { message: string; param: string | null; code: string | null } }>()
  return { status: (await answer).status, ...error }
}

test('fields are texts or lists, files are their bytes, and what was not chosen is left out', async () => {
  const form = formOf(
    ['model', 'one'],
    ['granularities[]', 'word'],
    ['image[]', file(3)],
    ['image[]', file(4)],
    ['mask', new File([], '')],
    ['unknown', 'x']
  )
  expect(await (await send(form)).json()).toEqual({
    fields: { model: 'one', granularities: ['word'] },
    files: [
      ['image', 'a.bin', 3],
      ['image', 'a.bin', 4]
    ],
    repeat: null
  })
})

const digestOf = async (form: FormData) => {
  const answer = await send(form, { 'idempotency-key': 'a' })
  return (await answer.json<Answer>()).repeat?.digest
}

test('the same form with another boundary is the same request, and with another byte it is not', async () => {
  const first = await digestOf(formOf(['model', 'one'], ['file', file(3, 'tmp1')]))
  expect(first).toBeTypeOf('string')
  expect(await digestOf(formOf(['model', 'one'], ['file', file(3, 'tmp2')]))).toBe(first)
  expect(await digestOf(formOf(['model', 'two'], ['file', file(3)]))).not.toBe(first)
  expect(await digestOf(formOf(['model', 'one'], ['file', file(4)]))).not.toBe(first)
  expect(await digestOf(formOf(['model', 'one'], ['mask', file(3)]))).not.toBe(first)
})

test.each([
  ['a name that is missing', formOf(['x', 'y']), 'model', 'missing_required_parameter'],
  ['a name that comes twice', formOf(['model', 'one'], ['model', 'two']), 'model', 'invalid_value'],
  ['a file in place of a text', formOf(['model', file(3)]), 'model', 'missing_required_parameter'],
  ['a value that is none', formOf(['model', 'three']), 'model', 'invalid_value'],
  ['one of a list', formOf(['model', 'one'], ['granularities[]', 'x']), 'granularities.0', 'invalid_value'],
  ['a name of the language', formOf(['__proto__', 'one'], ['constructor', 'x']), 'model', 'missing_required_parameter']
])('%s is refused by name', async (_, form, param, code) => {
  expect(await refused(send(form))).toMatchObject({ status: 400, param, code })
})

const named = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'

test.each([
  ['JSON', '{}', { 'content-type': 'application/json' }],
  ['no type', '{}', {}],
  ['a giant boundary', part, named('b'.repeat(5000))],
  ['a boundary that is not in it', part, named('c')],
  ['no end', part, named('b')],
  ['a hundred thousand parts', `${part.repeat(100_000)}--b--`, named('b')],
  ['half a megabyte of text', `${part.replace('x', 'x'.repeat(600_000))}--b--`, named('b')]
])('%s is refused', async (_, body, headers) => {
  expect(await refused(send(body, headers))).toMatchObject({ status: 400, param: null })
})

test('more than 16 MB are refused as soon as they are declared or have come', async () => {
  const large = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(40 * megabyte)}`
  const declared = slowly(large)
  const headers = named('b')
  const answer = await refused(send(declared.stream, { ...headers, 'content-length': String(17 * megabyte) }))
  expect(answer).toMatchObject({ status: 413, code: 'request_too_large' })
  expect(answer.message).toContain('16 МБ')
  expect(declared.megabytes()).toBeLessThan(3)
  const come = slowly(large)
  expect(await refused(send(come.stream, headers))).toMatchObject({ status: 413 })
  expect(come.megabytes()).toBeLessThan(20)
})

test('a body that does not arrive within a minute is refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const answer = refused(
      send(new ReadableStream({ type: 'bytes', pull: () => new Promise(() => undefined) }), named('b'))
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await answer).toMatchObject({ status: 408, code: 'request_timeout' })
  } finally {
    vi.useRealTimers()
  }
})

const giant = async () => (await send(formOf(['model', 'one'], ['file', file(15 * megabyte)]))).status

test('a giant form that is not needed any more gives its memory back before its answer begins', async () => {
  const body = formOf(['model', 'one'], ['file', file(15 * megabyte)])
  const answer = Promise.resolve(app.request('/held', { method: 'POST', body }, env))
  await held.begun.promise
  held.body.resolve(null)
  expect(await giant()).toBe(200)
  held.answer.resolve(null)
  expect((await answer).status).toBe(200)
})

test('four giant forms at once wait for each other or are refused, and none is lost', async () => {
  const statuses = await Promise.all(Array.from({ length: 4 }, giant))
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  expect(await giant()).toBe(200)
})
