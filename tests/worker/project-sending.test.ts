// What is said of a project's files before a question, for a model of a small context.
import { beforeEach, expect, test, vi } from 'vitest'
import { dataOf } from '../support/worker/person.ts'
import { addText, askIn, filling, newProject, projectOf } from '../support/worker/projects.ts'
import { remember, switchMemory } from '../support/worker/remembering.ts'
import { soon } from '../support/worker/pricing.ts'
import { definition, setModel } from '../support/worker/shop.ts'

const model = 'own-model'

beforeEach(async () => {
  const startsAt = soon()
  await setModel(definition(), startsAt)
  vi.useFakeTimers({ toFake: ['Date'], now: startsAt })
})

test('is what the question sends, with all that the user tells of themselves', async () => {
  const project = await newProject()
  const { person, id } = project
  await addText(project, 'маяк.txt', filling(4600))
  const told = () => projectOf(person, id, `?service=chatgpt&model=${model}`).then(({ sending }) => sending)
  const sent = async (prompt: string) => {
    const { read } = await askIn(project, prompt, { model, projectTokens: (await told()).tokens })
    return read!.every(({ start }) => start === undefined) ? 'all' : 'passages'
  }
  expect([(await told()).kind, await sent('Кратко: маяк один')]).toEqual(['all', 'all'])

  await dataOf(await person.send('PUT', '/chat/about', { about: 'т'.repeat(1500) }))
  expect([(await told()).kind, await sent('Кратко: маяк два')]).toEqual(['passages', 'passages'])
  await dataOf(await person.send('PUT', '/chat/about', { about: '' }))

  await switchMemory(person, true)
  for (let count = 1; count <= 8; count++) await remember(person, `слово${count} ${'и'.repeat(180)}`)
  expect([(await told()).kind, await sent('Кратко: маяк три')]).toEqual(['passages', 'passages'])

  await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { memory: false }))
  expect([(await told()).kind, await sent('Кратко: маяк четыре')]).toEqual(['all', 'all'])
})

test('is never cheaper than the question of a chat without the memory', async () => {
  const project = await newProject()
  const { person, id, chat } = project
  await addText(project, 'маяк.txt', filling(4600))
  await switchMemory(person, true)
  for (let count = 1; count <= 44; count++) await remember(person, `слово${count} ${'и'.repeat(180)}`)
  const { sending } = await projectOf(person, id, `?service=chatgpt&model=${model}`)
  expect(sending.kind).toBe('none')
  expect((await askIn(project, 'Кратко: маяк', { model, projectTokens: sending.tokens })).read).toBeUndefined()
  await dataOf(await person.send('PUT', `/chat/conversations/${chat}/settings`, { memory: false }))
  const { read } = await askIn(project, 'Кратко: маяк снова', { model, projectTokens: sending.tokens })
  expect(read).toHaveLength(1)
})
