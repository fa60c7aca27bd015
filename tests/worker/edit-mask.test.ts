// The area that an edit of a picture is to keep to: optional, and transparent in the file that the provider gets.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { keyed, later, moneyOf, rowsOf, sendWith, submitted } from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { clearPng, dataUrl, jpeg, png } from '../support/worker/pictures.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { stopClock } from '../support/worker/wallet-rows.ts'

beforeEach(async () => {
  stopClock()
  await controlSandbox({ speed: 20_000 })
})

const photo = dataUrl('image/jpeg', jpeg)
const drawing = dataUrl('image/png', png(80, 64))

const edit = (person: Person, { bindings }: TestQueue, mask: Uint8Array | null, image = mask ? drawing : photo) =>
  sendWith(person, bindings, '/ai/image/edit', {
    body: {
      prompt: `Ваза для ${person.userId}`,
      image,
      ...(mask && { mask: dataUrl('image/png', mask) })
    },
    headers: { ...later, ...keyed() }
  })

/** What the provider got of this person. */
async function sentFor(person: Person): Promise<object | undefined> {
  const answer = await fetch(`${new URL(env.OPENAI_BASE_URL).origin}/calls.json`)
  const calls = await answer.json<{ path: string; body: { prompt?: string } | null }[]>()
  return calls.find(({ body }) => body?.prompt?.includes(person.userId))?.body ?? undefined
}

test('it reaches the provider as the mask of the picture', async () => {
  const person = await newPerson({ tokens: 10 })
  const queue = new TestQueue()
  const { job } = await submitted(await edit(person, queue, clearPng(80, 64)))
  expect(job.uploads).toEqual(['image', 'mask'])
  await queue.drain()
  expect(await rowsOf(person)).toMatchObject([{ step: 'completed', chargedTokens: 7 }])
  const sent = await sentFor(person)
  expect(Object.keys(sent ?? {})).toEqual(expect.arrayContaining(['image', 'mask']))
})

test('without one the whole picture is edited', async () => {
  const person = await newPerson({ tokens: 10 })
  const queue = new TestQueue()
  expect((await submitted(await edit(person, queue, null))).job.uploads).toEqual(['image'])
  await queue.drain()
  expect(Object.keys((await sentFor(person)) ?? {})).not.toContain('mask')
})

test('the picture beside it must be a PNG too', async () => {
  const person = await newPerson({ tokens: 10 })
  expect(await answered(await edit(person, new TestQueue(), clearPng(80, 64), photo))).toMatchObject({
    status: 400,
    data: { details: [{ path: 'image', msg: 'С выделенной областью нужно изображение PNG' }] }
  })
  expect(await moneyOf(person)).toEqual({ availableTokens: 10, reservedTokens: 0 })
})

test.each([
  ['without transparency', png(80, 64), /прозрачной/],
  ['of another size', clearPng(64, 80), /того же размера/]
])('one %s is refused, and nothing is reserved', async (_, mask, words) => {
  const person = await newPerson({ tokens: 10 })
  expect(await answered(await edit(person, new TestQueue(), mask))).toMatchObject({
    status: 400,
    data: { details: [{ path: 'mask', msg: expect.stringMatching(words) }] }
  })
  expect(await moneyOf(person)).toEqual({ availableTokens: 10, reservedTokens: 0 })
})
