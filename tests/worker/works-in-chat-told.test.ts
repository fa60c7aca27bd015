// What the model of a chat is sent of the works in it: never more than the page says, and never a picture that is not there.
import { expect, test } from 'vitest'
import { moneyOf } from '#tests/support/worker/generating.ts'
import type { Person } from '#tests/support/worker/person.ts'
import { callsAbout } from '#tests/support/worker/reading.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { ask, newChat, sentAbout, shownIn } from '#tests/support/worker/versions.ts'
import { ordered } from '#tests/support/worker/works-in-chat.ts'

/** A small picture, which is finished. */
async function drawn(person: Person, id: number, more: object = {}) {
  const queue = new TestQueue()
  const { job } = await ordered(person, { conversationId: id, ...more }, { bindings: queue.bindings })
  await queue.drain()
  return job
}

const picturesAbout = async (text: string): Promise<number> =>
  JSON.stringify((await callsAbout(text)).at(-1)).split('"input_image"').length - 1

test('a finished picture is told and shown, with the next request of the user, and adds nothing to the price', async () => {
  const { person, id } = await newChat()
  await drawn(person, id, { prompt: 'Синий кит' })
  const before = await moneyOf(person)
  await ask(person, id, 'Кратко: что на картинке с китом?')
  const [request, card, question] = await sentAbout('что на картинке с китом')
  expect([request, card]).toEqual(['Синий кит', '[Картинка по запросу «Синий кит»: готова]'])
  expect(question).toContain('что на картинке с китом?')
  expect(await picturesAbout('что на картинке с китом')).toBe(1)
  expect((await moneyOf(person)).availableTokens).toBe(before.availableTokens - 5)
})

test('a work that is not finished, and one that is cancelled, are told so without a picture; later as it is by then', async () => {
  const { person, id } = await newChat()
  const queue = new TestQueue()
  await ordered(person, { conversationId: id, prompt: 'Рыжая выдра' }, { bindings: queue.bindings })
  await ask(person, id, 'Кратко: готова ли выдра?')
  expect((await sentAbout('готова ли выдра'))[1]).toBe('[Картинка по запросу «Рыжая выдра»: ещё делается]')
  expect(await picturesAbout('готова ли выдра')).toBe(0)
  await queue.drain()
  await ask(person, id, 'Кратко: а теперь выдра?')
  expect((await sentAbout('а теперь выдра'))[1]).toBe('[Картинка по запросу «Рыжая выдра»: готова]')
  const { job } = await ordered(person, { conversationId: id, prompt: 'Белая сова' })
  await person.send('DELETE', `/jobs/${job.id}`)
  await ask(person, id, 'Кратко: что с совой?')
  expect(await sentAbout('что с совой')).toContain('[Картинка по запросу «Белая сова»: отменена]')
})

test('a picture that is deleted is told so, and the next answer is written without it', async () => {
  const { person, id } = await newChat()
  const job = await drawn(person, id, { prompt: 'Серый волк' })
  await ask(person, id, 'Кратко: какой волк?')
  await person.send('DELETE', `/jobs/${job.id}/files`)
  await ask(person, id, 'Кратко: а где волк?')
  expect((await sentAbout('а где волк'))[1]).toBe('[Картинка: удалена]')
  expect(await picturesAbout('а где волк')).toBe(0)
  expect((await shownIn(person, id)).at(-1)).toMatchObject({ outcome: 'complete' })
})
