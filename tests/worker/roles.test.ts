// Roles, the instruction of a conversation and what a user says about themselves: what the model is told, who may read and
// change them, and what they take.
import { describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { aboutLengthMax, instructionLengthMax, type Role } from '#contract/roles.ts'
import { rolesMax } from '#contract/chat-limits.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { callsAbout } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { ask, branch, shownIn } from '../support/worker/versions.ts'

const editor = { name: 'Редактор', instruction: 'Правь текст и объясняй каждую правку.' }

/** What the model was told beside the turns, in the last call that names this text. */
async function toldAbout(text: string): Promise<string> {
  const [call] = (await callsAbout(text)).slice(-1) as unknown as { body: { instructions: string } }[]
  return call!.body.instructions
}

const lengthAbout = async (text: string) => JSON.stringify((await callsAbout(text)).at(-1)).length

const begin = async (person: Person, role?: object) =>
  (
    await dataOf<{ conversation: Conversation }>(
      await person.send('POST', '/chat/conversations', { service: 'chatgpt', title: 'Чат', role })
    )
  ).conversation

const instruct = (person: Person, id: number, to: object) =>
  person.send('PUT', `/chat/conversations/${id}/instruction`, to)

const rolesOf = async (person: Person) =>
  (await dataOf<{ roles: Role[] }>(await person.send('GET', '/chat/roles'))).roles

describe('the instruction of a conversation', () => {
  test('is told to the model with every answer, and with a branch', async () => {
    const person = await newPerson({ tokens: 100, shard: 1 })
    const chat = await begin(person, editor)
    expect(chat.role).toBe('Редактор')
    await ask(person, chat.id, 'Кратко: первый вопрос про рябину')
    await ask(person, chat.id, 'Кратко: второй вопрос про рябину')
    expect(await toldAbout('второй вопрос про рябину')).toContain(editor.instruction)
    const [, answer] = await shownIn(person, chat.id)
    const { conversation } = (await branch(person, chat.id, answer!.id)).data as { conversation: Conversation }
    expect(conversation.role).toBe('Редактор')
    await ask(person, conversation.id, 'Кратко: вопрос в ветке рябины')
    expect(await toldAbout('вопрос в ветке рябины')).toContain(editor.instruction)
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('that is changed or removed applies from the next answer on', async () => {
    const person = await newPerson({ tokens: 100, shard: 1 })
    const { id } = await begin(person, editor)
    await ask(person, id, 'Кратко: про сирень один')
    await instruct(person, id, { instruction: 'Отвечай одной строкой.' })
    await ask(person, id, 'Кратко: про сирень два')
    const told = await toldAbout('про сирень два')
    expect(told).toContain('Отвечай одной строкой.')
    expect(told).not.toContain(editor.instruction)
    expect(await dataOf(await person.send('GET', `/chat/conversations/${id}/instruction`))).toEqual({
      role: null,
      instruction: 'Отвечай одной строкой.'
    })
    await instruct(person, id, { instruction: '  ' })
    await ask(person, id, 'Кратко: про сирень три')
    expect(await toldAbout('про сирень три')).not.toContain('Роль и правила')
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('leaves less room for earlier turns, so that a request is no dearer', async () => {
    const person = await newPerson({ tokens: 100, shard: 1 })
    const { id } = await begin(person)
    const path = `/chat/conversations/${id}/messages`
    for (const role of ['user', 'assistant']) await person.send('POST', path, { role, content: 'т'.repeat(11_000) })
    await ask(person, id, 'Кратко: влезает ли всё про ольху')
    await instruct(person, id, { instruction: 'и'.repeat(instructionLengthMax) })
    await ask(person, id, 'Кратко: влезает ли всё про иву')
    expect(await lengthAbout('всё про иву')).toBeLessThan(await lengthAbout('всё про ольху'))
  })

  test('of another user’s chat is neither read nor changed', async () => {
    const owner = await newPerson({ tokens: 100, shard: 1 })
    const stranger = await newPerson({ tokens: 100, shard: 1 })
    const { id } = await begin(owner, editor)
    expect(await answered(await stranger.send('GET', `/chat/conversations/${id}/instruction`))).toMatchObject({
      status: 404
    })
    for (const instruction of ['Чужое', ''])
      expect(await answered(await instruct(stranger, id, { instruction }))).toMatchObject({ status: 404 })
    expect(await dataOf(await owner.send('GET', `/chat/conversations/${id}/instruction`))).toEqual({
      role: editor.name,
      instruction: editor.instruction
    })
  })

  test('goes with its chat', async () => {
    const person = await newPerson({ tokens: 100, shard: 1 })
    const { id } = await begin(person, editor)
    await person.send('DELETE', `/chat/conversations/${id}`)
    expect(await countOf(person)).toBe(0)
  })
})

describe('what a user says about themselves', () => {
  test('is told to the model at once in every chat, and no longer when it is removed', async () => {
    const person = await newPerson({ tokens: 100, shard: 1 })
    const { id } = await begin(person)
    await ask(person, id, 'Кратко: до рассказа про клюкву')
    expect(await toldAbout('до рассказа про клюкву')).not.toContain('сообщил о себе')
    await person.send('PUT', '/chat/about', { about: 'Я биолог из Перми' })
    await ask(person, id, 'Кратко: после рассказа про клюкву')
    expect(await toldAbout('после рассказа про клюкву')).toContain('Я биолог из Перми')
    expect(await dataOf(await person.send('GET', '/chat/about'))).toEqual({ about: 'Я биолог из Перми' })
    await person.send('PUT', '/chat/about', { about: '' })
    await ask(person, id, 'Кратко: снова про клюкву')
    expect(await toldAbout('снова про клюкву')).not.toContain('биолог')
  })

  test('is bounded', async () => {
    const person = await newPerson()
    const about = 'я'.repeat(aboutLengthMax + 1)
    expect(await answered(await person.send('PUT', '/chat/about', { about }))).toMatchObject({ status: 400 })
    expect(await dataOf(await person.send('GET', '/chat/about'))).toEqual({ about: '' })
  })
})

describe('own roles', () => {
  test('are kept, changed and deleted by their owner alone, and counted', async () => {
    const person = await newPerson({ shard: 1 })
    const stranger = await newPerson({ shard: 1 })
    const { role } = await dataOf<{ role: Role }>(
      await person.send('POST', '/chat/roles', { ...editor, model: 'gpt-4o' })
    )
    expect(role).toMatchObject({ ...editor, model: 'gpt-4o' })
    const path = `/chat/roles/${role.id}`
    expect(await answered(await stranger.send('PUT', path, editor))).toMatchObject({ status: 404 })
    expect(await answered(await stranger.send('DELETE', path))).toMatchObject({ status: 404 })
    await person.send('PUT', path, { name: 'Строгий редактор', instruction: 'Короче.' })
    expect(await rolesOf(person)).toEqual([{ ...role, name: 'Строгий редактор', instruction: 'Короче.', model: null }])
    expect(await rolesOf(stranger)).toEqual([])
    expect(await countOf(person)).toBe(await recount(person))
    await person.send('DELETE', path)
    expect(await rolesOf(person)).toEqual([])
    expect(await countOf(person)).toBe(0)
  })

  test('are bounded in number and length, and name a model that exists', async () => {
    const person = await newPerson({ shard: 1 })
    const add = async (role: object) => answered(await person.send('POST', '/chat/roles', { ...editor, ...role }))
    expect(await add({ model: 'gpt-1' })).toMatchObject({ status: 400 })
    expect(await add({ name: ' ' })).toMatchObject({ status: 400 })
    expect(await add({ instruction: 'и'.repeat(instructionLengthMax + 1) })).toMatchObject({ status: 400 })
    for (let count = 1; count <= rolesMax; count++) await add({ name: `Роль ${count}` })
    expect(await add({ name: 'Лишняя' })).toMatchObject({ status: 409 })
    expect(await rolesOf(person)).toHaveLength(rolesMax)
  })
})
