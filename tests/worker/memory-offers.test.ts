// Lines that are offered for a user's memory after answers: by whom, when, how often, and what becomes of them.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { switchOff } from '#data/directory/outages.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { offersPerDay } from '#domain/memory-offer.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { historyRows } from '../support/worker/histories.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { move, newFolder } from '../support/worker/projects.ts'
import { linesOf, offersIn, questionsRead, remember, switchMemory } from '../support/worker/remembering.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'
import { catchLogs } from '../support/worker/stage.ts'
import { ask as askTitled, chatOf, deliver } from '../support/worker/titles.ts'
import { forgetCalls } from '../support/worker/translating.ts'
import { shownIn, send } from '../support/worker/versions.ts'

watchOutages()
beforeEach(async () => {
  await controlSandbox({ fault: null })
  await forgetCalls()
})

const told = 'Кратко: я вегетарианец. Что приготовить на ужин?'
const line = 'Я вегетарианец'

/** What the user's object sends to the queue of titles. */
async function sentBy(person: Person): Promise<TitleMessage[]> {
  const sent: TitleMessage[] = []
  await runInDurableObject(env.USER.getByName(person.userId), (user) => {
    Object.assign(user, { env: { ...env, TITLES: { send: async (message: TitleMessage) => void sent.push(message) } } })
  })
  return sent
}

async function rememberer() {
  const person = await newPerson({ tokens: 200, shard: 1 })
  await switchMemory(person, true)
  return { person, id: await chatOf(person), sent: await sentBy(person) }
}

/** A person with an answer after which a line may be offered, and the message about it. */
async function toldChat() {
  const { person, id, sent } = await rememberer()
  const operationId = await askTitled(person, id, told)
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 })
  return { person, id, operationId, message: sent[0]! }
}

test('a line is offered at our cost, on every open page, and kept only when the user agrees', async () => {
  const { person, id, operationId, message } = await toldChat()
  expect(message).toEqual({ wants: 'memory', userId: person.userId, conversationId: id, operationId })
  const page = await openPage(person)
  const before = await userOf(env, person.userId).view()
  const logged = catchLogs()
  expect(await deliver(message)).toEqual(['ack'])
  expect(logged()).toContain('"event":"memory-asked","reason":"complete","usdMicros":')
  expect(logged()).not.toContain('вегетарианец')
  vi.restoreAllMocks()
  expect(await heardBy(page, 'memory-offer')).toEqual({ type: 'memory-offer', conversationId: id })
  expect(await userOf(env, person.userId).view()).toEqual(before)
  expect(await offersIn(person, id)).toEqual([line])
  expect(await linesOf(person)).toEqual([])
  expect(await remember(person, 'Я строгий вегетарианец', operationId)).toMatchObject({ status: 200 })
  expect(await linesOf(person)).toEqual(['Я строгий вегетарианец'])
  expect(await offersIn(person, id)).toEqual([])
  // Another delivery finds that this answer was asked about.
  expect(await deliver(message)).toEqual(['ack'])
  expect([await offersIn(person, id), await questionsRead()]).toEqual([[], [expect.stringContaining(told)]])
})

test('what the user does not want is not offered again after this answer', async () => {
  const { person, id, operationId, message } = await toldChat()
  await Promise.all([deliver(message), deliver(message)])
  expect(await offersIn(person, id)).toEqual([line])
  for (let times = 1; times <= 2; times++)
    expect((await answered(await person.send('DELETE', `/memory/offers/${operationId}`))).status).toBe(200)
  await deliver(message)
  expect([await offersIn(person, id), await linesOf(person)]).toEqual([[], []])
  expect(await questionsRead()).toHaveLength(1)
  // As the clock deletes old ones.
  await historyRows(person.userId).prepare('delete from memory_offers where user_id = ?').bind(person.userId).run()
  expect((await answered(await person.send('DELETE', `/memory/offers/${operationId}`))).status).toBe(200)
})

test('what the memory holds, or an earlier answer offers, is not offered', async () => {
  const { person, id, message } = await toldChat()
  await remember(person, 'Я вегетарианец, не ем и рыбу')
  await deliver(message)
  expect(await offersIn(person, id)).toEqual([line])
  await person.send('DELETE', '/memory/all')
  expect(await offersIn(person, id)).toEqual([])

  await remember(person, 'Я вегетарианец; с детства')
  const known = await askTitled(person, id, 'Кратко: что на обед? Я вегетарианец.')
  await deliver({ ...message, operationId: known })
  expect(await offersIn(person, id)).toEqual([])
  await person.send('DELETE', '/memory/all')
  for (const prompt of ['Кратко: что на завтрак? Я вегетарианец.', 'Кратко: что на полдник? Я вегетарианец.'])
    await deliver({ ...message, operationId: await askTitled(person, id, prompt) })
  expect(await offersIn(person, id)).toEqual([line])
})

test('no model is asked after a question that tells nothing, another answer, or where the memory is off', async () => {
  const { person, id, sent } = await rememberer()
  await askTitled(person, id, 'Кратко: почему море солёное?')
  await askTitled(person, id, 'Кратко: что здесь не так?\n~~~\n// я вегетарианец\n~~~')
  await askTitled(person, id, 'Измени документ «Кратко»: короче\n\nВерни только новый текст. Я вегетарианец')
  const operationId = await askTitled(person, id, told)
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 })
  const question = (await shownIn(person, id)).find(({ content }) => content === told)
  await answered(await send(person, id, told, { answersMessageId: question!.id }))
  const quiet = await chatOf(person)
  await historyRows(person.userId)
    .prepare('insert into chat_settings (conversation_id, user_id, is_memory_off) values (?, ?, 1)')
    .bind(quiet, person.userId)
    .run()
  const unheard = await askTitled(person, quiet, told)
  await switchMemory(person, false)
  await askTitled(person, id, told)
  // A turn after them is saved, so they are as well.
  await switchMemory(person, true)
  const last = await askTitled(person, id, 'Кратко: меня зовут Анна')
  await vi.waitFor(() => expect(sent.map((one) => one.operationId)).toEqual([operationId, last]), { timeout: 10_000 })

  // A message that should not be there asks no model either.
  await deliver({ wants: 'memory', userId: person.userId, conversationId: quiet, operationId: unheard })
  await switchMemory(person, false)
  await deliver(sent[0]!)
  expect(await questionsRead()).toEqual([])
})

test('an offer is hidden in a chat or a project without memory, goes when it is switched off, and with its chat', async () => {
  const { person, id, message } = await toldChat()
  await deliver(message)
  const setHere = (memory: boolean) => person.send('PUT', `/chat/conversations/${id}/settings`, { memory })
  await setHere(false)
  expect(await offersIn(person, id)).toEqual([])
  await setHere(true)
  expect(await offersIn(person, id)).toEqual([line])
  const folder = await newFolder(person)
  await dataOf(await move(person, id, folder))
  const setProject = (memory: boolean) => person.send('PUT', `/chat/folders/${folder}/project`, { memory })
  await dataOf(await setProject(false))
  expect(await offersIn(person, id)).toEqual([])
  await dataOf(await setProject(true))
  expect(await offersIn(person, id)).toEqual([line])
  await switchMemory(person, false)
  await switchMemory(person, true)
  expect(await offersIn(person, id)).toEqual([])
  const operationId = await askTitled(person, id, 'Кратко: меня зовут Анна. Кто я?')
  await deliver({ ...message, operationId })
  expect(await offersIn(person, id)).toEqual(['Меня зовут Анна'])
  await person.send('DELETE', `/chat/conversations/${id}`)
  const left = historyRows(person.userId).prepare('select count(*) as left from memory_offers where user_id = ?')
  expect(await left.bind(person.userId).first('left')).toBe(0)
  expect(await deliver(message)).toEqual(['ack'])
})

test('another user’s answer offers nothing', async () => {
  const { person, id, message } = await toldChat()
  const stranger = await newPerson({ shard: 1 })
  await switchMemory(stranger, true)
  await deliver({ ...message, userId: stranger.userId })
  expect([await offersIn(person, id), await questionsRead()]).toEqual([[], []])
})

test('a model that fails is asked again by a later delivery, a few times; one that is away is not asked', async () => {
  const { person, id, message } = await toldChat()
  await switchOff(openDirectory(env), { provider: 'openai', code: null }, Date.now())
  expect(await deliver(message)).toEqual(['ack'])
  await env.DB.exec('delete from provider_outages')
  expect(await questionsRead()).toEqual([])
  await controlSandbox({ fault: 'server-error', faultCount: 2 })
  expect(await deliver(message)).toEqual(['retry'])
  expect(await deliver(message, { attempts: 3 })).toEqual(['ack'])
  expect(await offersIn(person, id)).toEqual([])
  expect(await deliver(message)).toEqual(['ack'])
  expect(await offersIn(person, id)).toEqual([line])
})

test('so many questions of a user are read in a day, and each counts once', async () => {
  const { person, id, message } = await toldChat()
  const rule = { key: 'memory-offers', limit: offersPerDay, windowMs: 24 * 60 * 60 * 1000 }
  for (let taken = 1; taken < offersPerDay; taken++) await userOf(env, person.userId).take([rule], `other-${taken}`)
  await deliver(message)
  await deliver(message)
  expect(await offersIn(person, id)).toEqual([line])
  const operationId = await askTitled(person, id, 'Кратко: меня зовут Анна. Кто я?')
  await deliver({ ...message, operationId })
  expect([await offersIn(person, id), (await questionsRead()).length]).toEqual([[line], 1])
})
