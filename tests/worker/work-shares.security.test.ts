// What links to works must not tell or allow: prompts that were not shared, reads without a limit, a changed request.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { WorkShare } from '#contract/work-shares.ts'
import { addWork, workId } from '../support/worker/owner.ts'
import { dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { png, pngChunk } from '../support/worker/pictures.ts'

const create = ({ send }: Person, body: object = {}, key = crypto.randomUUID()) =>
  send(
    'POST',
    `/library/works/${workId}/shares`,
    { days: null, withPrompt: false, ...body },
    { 'idempotency-key': key }
  )

async function pathOf(person: Person, body: object = {}): Promise<string> {
  const { share } = await dataOf<{ share: WorkShare }>(await create(person, body))
  return `/shared-works/${new URL(share.url!).searchParams.get('t')}/files/0`
}

async function owner() {
  const person = await newPerson()
  return { person, ...(await addWork(person.userId)) }
}

const get = (path: string, headers = {}) => sendAsVisitor('GET', path, undefined, headers)

test('a download without the prompt is not named after it', async () => {
  const { person } = await owner()
  const nameOf = async (body: object) =>
    decodeURIComponent((await get(`${await pathOf(person, body)}?download=1`)).headers.get('content-disposition')!)
  expect(await nameOf({ withPrompt: false })).toMatch(
    /^attachment; filename="flux-[0-9a-f]{8}-1\.png"; filename\*=UTF-8''[A-Za-z0-9 ]+\.png$/
  )
  expect(await nameOf({ withPrompt: true })).toContain('море')
})

test('a picture shared without the prompt is sent without its metadata', async () => {
  const { person, keys } = await owner()
  const told = png(4, 4, [pngChunk('tEXt', Buffer.from('parameters\0SECRET PROMPT'))])
  await env.MEDIA.put(keys[0]!, told)
  const path = await pathOf(person)
  const seen = await get(path)
  const bytes = new Uint8Array(await seen.arrayBuffer())
  expect(bytes).toEqual(png(4, 4))
  expect(seen.headers.get('content-length')).toBe(String(bytes.length))
  const etag = seen.headers.get('etag')!
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  const part = await get(path, { range: 'bytes=30-49', 'if-range': etag })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 30-49/${bytes.length}`])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(30, 50))
  const whole = await get(await pathOf(person, { withPrompt: true }))
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(told)
  expect(whole.headers.get('etag')).not.toBe(etag)
})
