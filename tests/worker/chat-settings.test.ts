// What a user decides about one chat.
import { expect, test } from 'vitest'
import { historyRows } from '#tests/support/worker/histories.ts'
import { answered, dataOf, newPerson } from '#tests/support/worker/person.ts'
import { setSettings, settingsOf } from '#tests/support/worker/proposed.ts'
import { newConversation } from '#tests/support/worker/storing.ts'
import { ask, branch, newChat } from '#tests/support/worker/versions.ts'

const usual = { works: null, memory: true }

test('a chat has none of its own at first; each is changed alone, and the other stays', async () => {
  const { person, id } = await newChat()
  expect(await settingsOf(person, id)).toEqual(usual)
  const works = { limitTokens: 50, spentTokens: 0 }
  expect(await setSettings(person, id, { worksTokens: 50 })).toEqual({ works, memory: true })
  expect(await setSettings(person, id, { memory: false })).toEqual({ works, memory: false })
  expect(await setSettings(person, id, { worksTokens: null })).toEqual({ works: null, memory: false })
  expect(await setSettings(person, id, { memory: true, worksTokens: 7 })).toEqual({
    works: { limitTokens: 7, spentTokens: 0 },
    memory: true
  })
  expect(await settingsOf(person, await newConversation(person))).toEqual(usual)
})

test('they come with the newest page of messages, and with no earlier one', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: первый')
  const settings = await setSettings(person, id, { worksTokens: 5 })
  const path = `/chat/conversations/${id}/messages?limit=1`
  const newest = await dataOf<{ messages: { id: number }[] }>(await person.send('GET', path))
  expect(newest).toMatchObject({ settings, hasMore: true })
  const earlier = await dataOf<object>(await person.send('GET', `${path}&before=${newest.messages[0]!.id}`))
  expect(earlier).not.toHaveProperty('settings')
})

test.each([
  ['nothing to change', {}],
  ['no tokens', { worksTokens: 0 }],
  ['a part of a token', { worksTokens: 1.5 }],
  ['a text', { worksTokens: '5' }],
  ['too much', { worksTokens: 1_000_001 }],
  ['a memory that is no choice', { memory: 1 }]
])('%s is refused and changes nothing', async (_, change) => {
  const { person, id } = await newChat()
  const before = await setSettings(person, id, { worksTokens: 9 })
  const refused = await answered(await person.send('PUT', `/chat/conversations/${id}/settings`, change))
  expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect(await settingsOf(person, id)).toEqual(before)
})

test('another user neither reads nor changes them', async () => {
  const { person, id } = await newChat()
  const stranger = await newPerson({ shard: 1 })
  const path = `/chat/conversations/${id}/settings`
  const refusals = [await stranger.send('GET', path), await stranger.send('PUT', path, { worksTokens: 9 })]
  expect(refusals.map(({ status }) => status)).toEqual([404, 404])
  expect(await settingsOf(person, id)).toEqual(usual)
})

test('a branch takes over the memory, and no tokens', async () => {
  const { person, id } = await newChat()
  await ask(person, id, 'Кратко: ветка')
  const page = await dataOf<{ messages: { id: number }[] }>(
    await person.send('GET', `/chat/conversations/${id}/messages`)
  )
  const copyOf = async () => {
    const made = await branch(person, id, page.messages[1]!.id)
    return settingsOf(person, (made as unknown as { data: { conversation: { id: number } } }).data.conversation.id)
  }
  await setSettings(person, id, { worksTokens: 9 })
  expect(await copyOf()).toEqual(usual)
  await setSettings(person, id, { memory: false })
  expect(await copyOf()).toEqual({ works: null, memory: false })
})

test('they are deleted with their chat', async () => {
  const { person, id } = await newChat()
  await setSettings(person, id, { worksTokens: 9 })
  await person.send('DELETE', `/chat/conversations/${id}`)
  const rows = historyRows(person.userId).prepare('select * from chat_settings where conversation_id = ?').bind(id)
  expect((await rows.all()).results).toEqual([])
})
