// Projects: what is put into them and taken out, what models are sent, and what answers name of it.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { projectFilesMax } from '#contract/projects.ts'
import { attachmentKeys } from '#data/files/attachment-files.ts'
import { textFile } from '../support/files.ts'
import { attach, refusalOf } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { answered, dataOf, newPerson } from '../support/worker/person.ts'
import { jpeg } from '../support/worker/pictures.ts'
import {
  addFile,
  addText,
  askIn,
  askRaw,
  filling,
  newProject,
  projectOf,
  sentWith
} from '../support/worker/projects.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, givePremium, recount } from '../support/worker/storing.ts'
import { shownIn } from '../support/worker/versions.ts'

const modelPrice = 5

describe('a project', () => {
  test('is any folder of chats, and has nothing at first', async () => {
    const { person, id } = await newProject()
    expect(await projectOf(person, id)).toEqual({
      folderId: id,
      instruction: '',
      memory: true,
      files: [],
      room: { bytes: 0, bytesMax: expect.any(Number) },
      sending: { kind: 'none', tokens: 0 }
    })
  })

  test('keeps what a change leaves out, and each row is counted', async () => {
    const project = await newProject()
    const { person, id } = project
    await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { instruction: 'Отвечай сухо.' }))
    await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { memory: false }))
    const file = await addText(project, 'заметки.txt', 'Маяк построен в 1904 году.')
    expect(await projectOf(person, id)).toMatchObject({
      instruction: 'Отвечай сухо.',
      memory: false,
      files: [{ id: file, name: 'заметки.txt', state: 'ready' }],
      room: { bytes: 43 }
    })
    expect(await countOf(person)).toBe(await recount(person))
    await dataOf(await person.send('DELETE', `/chat/folders/${id}`))
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('takes a file once, and no picture, file of another user, deleted one or file too many', async () => {
    const project = await newProject()
    const { person, id } = project
    const stranger = await newPerson({ shard: 1 })
    const theirs = await attach(stranger, textFile('Чужое'))
    const picture = await attach(person, jpeg)
    const gone = await attach(person, textFile('Удалённое'))
    await person.send('DELETE', `/chat/attachments/${gone.id}`)
    const own = await attach(person, textFile('Своё'), { name: 'своё.txt' })
    const added = async (file: string) => refusalOf(addFile(person, id, file))
    expect(await added(theirs.id)).toMatchObject({ status: 404, code: 'ATTACHMENT_NOT_FOUND' })
    expect(await added(gone.id)).toMatchObject({ status: 404, code: 'ATTACHMENT_NOT_FOUND' })
    expect(await added(picture.id)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', error: /документ/ })
    for (let times = 0; times < 2; times++) await dataOf(await addFile(person, id, own.id))
    expect((await projectOf(person, id)).files.map((file) => file.id)).toEqual([own.id])
    const rest = Array.from({ length: projectFilesMax - 1 }, (_, index) => `h1-${String(index).padStart(32, '0')}`)
    for (const one of rest)
      await historyRows(person.userId)
        .prepare(
          `insert into attachments (id, user_id, name, kind, media_type, size_bytes, sent_bytes, state, created_at)
          values (?1, ?2, 'а.txt', 'text', 'text/plain', 1, 1, 'ready', 1)`
        )
        .bind(one, person.userId)
        .run()
    for (const one of rest) await dataOf(await addFile(person, id, one))
    const more = await attach(person, textFile('Лишнее'))
    expect(await added(more.id)).toMatchObject({ status: 409, code: 'PROJECT_FULL' })
    await dataOf(await addFile(person, id, own.id))
  })

  test('of another user is unknown to every call', async () => {
    const project = await newProject()
    const file = await addText(project, 'своё.txt', 'Тайна')
    const stranger = await newPerson({ shard: 1 })
    const own = await attach(stranger, textFile('Своё'))
    const path = `/chat/folders/${project.id}`
    for (const [method, at, body] of [
      ['GET', `${path}/project`],
      ['PUT', `${path}/project`, { instruction: 'Чужое' }],
      ['POST', `${path}/files`, { attachment: own.id }],
      ['DELETE', `${path}/files/${file}`],
      ['GET', `/attachments/${file}/text`]
    ] as const)
      expect(await refusalOf(stranger.send(method, at, body)), `${method} ${at}`).toMatchObject({
        status: 404,
        code: 'NOT_FOUND'
      })
    expect(await projectOf(project.person, project.id)).toMatchObject({ instruction: '', files: [{ id: file }] })
  })
})

describe('files of a project that fit', () => {
  test('are all sent first, are named by the answer, and cost what was told', async () => {
    const project = await newProject()
    const { person, id, chat } = project
    await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { instruction: 'Отвечай сухо.' }))
    const first = await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
    const second = await addText(project, 'берег.txt', filling(9000))
    const { sending } = await projectOf(person, id, '?service=chatgpt&model=gpt-4o-mini')
    expect(sending).toEqual({ kind: 'all', tokens: 2 })
    const before = (await viewOf(person.userId)).availableTokens
    const answer = await askIn(project, 'Кратко: когда построен маяк?', { projectTokens: sending.tokens })
    const read = [
      { fileId: first, name: 'маяк.txt', page: null },
      { fileId: second, name: 'берег.txt', page: null }
    ]
    expect(answer).toMatchObject({ read, billing: { siteTokens: modelPrice + sending.tokens } })
    expect(await viewOf(person.userId)).toMatchObject({
      availableTokens: before - modelPrice - sending.tokens,
      reservedTokens: 0
    })
    const { instructions, turns } = await sentWith('Кратко: когда построен маяк?')
    expect(instructions).toContain('Отвечай сухо.')
    expect(turns).toHaveLength(3)
    expect(turns[0]).toContain('Маяк построен в 1904 году.')
    expect(turns[0]).toContain(filling(9000))
    expect(turns[2]).toBe('Кратко: когда построен маяк?')
    expect((await shownIn(person, chat)).map((message) => message.read)).toEqual([undefined, read])
    await askIn(project, 'Кратко: а кем построен?')
    const next = await sentWith('Кратко: а кем построен?')
    expect(next.turns[0]).toBe(turns[0])
    expect(next.turns).toHaveLength(5)
  })

  test('are read before the first word, as an event of the stream', async () => {
    const project = await newProject()
    const file = await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
    const streamed = await project.person.send(
      'POST',
      '/ai/text/chatgpt',
      { prompt: 'Кратко: что за маяк?', model: 'gpt-4o-mini', conversationId: project.chat },
      { 'idempotency-key': crypto.randomUUID(), accept: 'text/event-stream' }
    )
    const events = [...(await streamed.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)]
    expect(events.slice(0, 3).map(([, name]) => name)).toEqual(['start', 'read', 'delta'])
    expect(JSON.parse(events[1]![2]!)).toMatchObject({ places: [{ fileId: file, name: 'маяк.txt', page: null }] })
  })

  test('that cost more than was shown are refused, and nothing is charged', async () => {
    const project = await newProject()
    const { person, id, chat } = project
    await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
    const { sending } = await projectOf(person, id)
    await addText(project, 'берег.txt', filling(20_000))
    const before = await viewOf(person.userId)
    expect(await refusalOf(askRaw(person, chat, 'Кратко: про маяк', { projectTokens: sending.tokens }))).toMatchObject({
      status: 409,
      code: 'PRICE_CHANGED',
      error: /Файлы проекта теперь прибавляют к цене \d+ ток/
    })
    expect(await shownIn(person, chat)).toEqual([])
    expect(await viewOf(person.userId)).toMatchObject({
      availableTokens: before.availableTokens,
      reservedTokens: 0
    })
  })

  test('are part of the price that is refused as too much, and cost nothing on Premium', async () => {
    const project = await newProject(modelPrice + 1)
    const { person, chat } = project
    await addText(project, 'берег.txt', filling(9000))
    expect(await answered(await askRaw(person, chat, 'Кратко: что там?'))).toMatchObject({
      status: 402,
      code: 'INSUFFICIENT_TOKENS',
      data: { availableTokens: 6, missingTokens: 1, priceTokens: 7 }
    })
    await givePremium(person)
    await userOf(env, person.userId).forgetCallers()
    const answer = await askIn(project, 'Кратко: что там?', { projectTokens: 0 })
    expect(answer.read).toHaveLength(1)
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: modelPrice + 1, reservedTokens: 0 })
  })

  test('are told for an unknown or unsold model without its context', async () => {
    const project = await newProject()
    const { person, id } = project
    await addText(project, 'берег.txt', filling(9000))
    for (const query of ['', '?service=none', '?service=chatgpt&model=none', '?service=chatgpt'])
      expect((await projectOf(person, id, query)).sending).toEqual({ kind: 'all', tokens: 2 })
  })

  test('are not read while they wait, or when they have failed, and are not named', async () => {
    const project = await newProject()
    const { person, id } = project
    const ready = await addText(project, 'готово.txt', 'Маяк стоит.')
    for (const state of ['waiting', 'failed'])
      await historyRows(person.userId)
        .prepare('update attachments set state = ?1 where id = ?2')
        .bind(state, await addText(project, `${state}.txt`, `Тайна ${state}`))
        .run()
    expect((await projectOf(person, id)).files.map(({ state }) => state)).toEqual(['ready', 'waiting', 'failed'])
    const answer = await askIn(project, 'Кратко: что в файлах?')
    expect(answer.read).toEqual([{ fileId: ready, name: 'готово.txt', page: null }])
    expect(JSON.stringify(await sentWith('Кратко: что в файлах?'))).not.toContain('Тайна')
  })

  test('that are lost are left out and not named, and cost nothing when none is left', async () => {
    const project = await newProject()
    const { userId } = project.person
    const [lost, kept] = [
      await addText(project, 'маяк.txt', 'Маяк стоит.'),
      await addText(project, 'порт.txt', 'Порт спит.')
    ]
    await env.MEDIA.delete(attachmentKeys(lost))
    const some = await askIn(project, 'Кратко: где маяк?')
    expect(some).toMatchObject({
      read: [{ fileId: kept, name: 'порт.txt', page: null }],
      billing: { siteTokens: modelPrice + 1 }
    })
    expect((await sentWith('Кратко: где маяк?')).turns.join()).not.toContain('маяк.txt')
    await env.MEDIA.delete(attachmentKeys(kept))
    const { availableTokens } = await viewOf(userId)
    const none = await askIn(project, 'Кратко: где порт?')
    expect(none.billing.siteTokens).toBe(modelPrice)
    expect(none.read).toBeUndefined()
    expect(await viewOf(userId)).toMatchObject({ availableTokens: availableTokens - modelPrice, reservedTokens: 0 })
  })
})
