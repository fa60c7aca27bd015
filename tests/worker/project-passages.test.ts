// Files of a project that do not fit into a question: which passages are sent, and that nothing else is.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { ReadPlace } from '#contract/projects.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { pdfPages } from '../support/files.ts'
import { commandOf, requestOf } from '../support/worker/asking.ts'
import { attachRead, refusalOf } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { dataOf, type Person } from '../support/worker/person.ts'
import {
  addFile,
  addText,
  askIn,
  filling,
  type InProject,
  newProject,
  projectOf,
  sentWith
} from '../support/worker/projects.ts'
import { viewOf } from '../support/worker/reading.ts'
import { shownIn } from '../support/worker/versions.ts'

const modelPrice = 5
const passagesPrice = 3

/** As if the texts of the files were so long that all of them do not fit. */
const makeLarge = ({ userId }: Person) =>
  historyRows(userId).prepare('update attachments set input_tokens = 150000 where user_id = ?').bind(userId).run()

interface Text {
  name: string
  length: number
  from: number
  text: string
  page: number | null
}

const textAt = async (person: Person, { fileId, start = 0 }: Pick<ReadPlace, 'fileId' | 'start'>) =>
  dataOf<Text>(await person.send('GET', `/attachments/${fileId}/text?start=${start}`))

const indexed = ({ userId }: Person) =>
  runInDurableObject(env.USER.getByName(userId), (_, { storage: { sql } }) => {
    const isThere = sql.exec("select 1 from sqlite_master where name = 'passage_rows'").toArray().length > 0
    if (!isThere) return {}
    const rows = sql.exec<{ file_id: string; n: number }>('select file_id, count(*) as n from passage_rows group by 1')
    return Object.fromEntries(rows.toArray().map(({ file_id: id, n }) => [id, n]))
  })

/** A project with a text of many passages, and with one place that tells of the lighthouse. */
async function largeProject(): Promise<InProject & { long: string; other: string }> {
  const project = await newProject()
  const text = `${filling(20_000)}\n\nСмотрителем маяка на мысе Дежнёва назначили Прохора Ильича.\n\n${filling(20_000, 900)}`
  const long = await addText(project, 'журнал.txt', text)
  const other = await addText(project, 'заметки.txt', filling(9000, 2000))
  await makeLarge(project.person)
  return { ...project, long, other }
}

describe('passages of files that do not fit', () => {
  test('are those with the words of the question; the answer names exactly what was sent, at the price that was told', async () => {
    const project = await largeProject()
    const { person, id, chat, long } = project
    const { sending } = await projectOf(person, id, '?service=chatgpt&model=gpt-4o-mini')
    expect(sending).toEqual({ kind: 'passages', tokens: passagesPrice })
    const before = (await viewOf(person.userId)).availableTokens
    const prompt = 'Кратко: кого назначали смотрителями маяков?'
    const { read = [], billing } = await askIn(project, prompt, { projectTokens: sending.tokens })
    expect(billing.siteTokens).toBe(modelPrice + passagesPrice)
    expect((await viewOf(person.userId)).availableTokens).toBe(before - modelPrice - passagesPrice)
    const { turns } = await sentWith(prompt)
    expect(turns).toHaveLength(1)
    const blocks = [...turns[0]!.matchAll(/<passage name="([^"]+)">\n(.*?)\n<\/passage>/gs)]
    const named = await Promise.all(
      read.map(async (place) => {
        const { from, text, name } = await textAt(person, place)
        return [name, text.slice(place.start! - from, place.end! - from).trim()]
      })
    )
    expect(blocks.map(([, name, text]) => [name, text])).toEqual(named)
    expect(named.some(([, text]) => text!.includes('Прохора Ильича'))).toBe(true)
    expect(read.every(({ fileId, page }) => page === null && (fileId === long || fileId === project.other))).toBe(true)
    expect(turns[0]!.length).toBeLessThan(20_000)
    expect(turns[0]!.endsWith(`\n\n${prompt}`)).toBe(true)
    expect((await shownIn(person, chat)).at(-1)!.read).toEqual(read)
  })

  test('have their pages', async () => {
    const project = await newProject()
    const { person, id } = project
    const pages = ['Contents of the report', 'The keeper of the lighthouse is Prokhor', 'Index of names']
    const { id: file } = await attachRead(person, pdfPages(pages), { name: 'report.pdf' })
    await dataOf(await addFile(person, id, file))
    await addText(project, 'заметки.txt', filling(9000))
    await makeLarge(person)
    const { read = [] } = await askIn(project, 'Кратко: who keeps lighthouses, what keeper?')
    const place = read.find(({ page }) => page === 2)!
    expect(place).toMatchObject({ fileId: file, name: 'report.pdf', page: 2 })
    expect((await sentWith('who keeps lighthouses')).turns[0]).toContain(
      '<passage name="report.pdf" page="2">\nThe keeper of the lighthouse is Prokhor\n</passage>'
    )
    expect(await textAt(person, place)).toEqual({
      name: 'report.pdf',
      length: pages.join('\f').length,
      from: 0,
      text: pages.join('\f'),
      page: 1
    })
  })

  test('are indexed once, and forgotten with their file, with the folder and with the account', async () => {
    const project = await largeProject()
    const { person, id, long, other } = project
    expect(await indexed(person)).toEqual({})
    await askIn(project, 'Кратко: про маяк раз')
    const known = await indexed(person)
    expect(Object.keys(known).toSorted()).toEqual([long, other].toSorted())
    await askIn(project, 'Кратко: про маяк два')
    expect(await indexed(person)).toEqual(known)
    await dataOf(await person.send('DELETE', `/chat/folders/${id}/files/${other}`))
    expect(await indexed(person)).toEqual({ [long]: known[long] })
    await addText(project, 'ещё.txt', filling(3000))
    await makeLarge(person)
    await askIn(project, 'Кратко: про маяк три')
    expect(Object.keys(await indexed(person))).toHaveLength(2)
    await dataOf(await person.send('DELETE', `/chat/folders/${id}`))
    expect(await indexed(person)).toEqual({})
    const second = await largeProject()
    await askIn(second, 'Кратко: про маяк четыре')
    await userOf(env, second.person.userId).forgetTexts()
    expect(await indexed(second.person)).toEqual({})
  })

  test('of a file that was removed are not sent, and questions at the same time find the same', async () => {
    const project = await largeProject()
    const { person, id, long, other } = project
    const prompts = ['Кратко: смотритель маяка один', 'Кратко: смотритель маяка два', 'Кратко: смотритель маяка три']
    const reads = await Promise.all(prompts.map(async (prompt) => (await askIn(project, prompt)).read))
    for (const read of reads) expect(read!.some(({ fileId }) => fileId === long)).toBe(true)
    await dataOf(await person.send('DELETE', `/chat/folders/${id}/files/${long}`))
    await addText(project, 'ещё.txt', filling(3000, 5000))
    await makeLarge(person)
    const { read } = await askIn(project, 'Кратко: смотритель маяка четыре')
    expect(read!.map(({ fileId }) => fileId)).not.toContain(long)
    expect((await sentWith('смотритель маяка четыре')).turns.at(-1)).not.toContain('Прохора')
    expect(read!.some(({ fileId }) => fileId === other)).toBe(true)
  })
})

test('a model with a small context gets passages of a file that others get whole', async () => {
  const project = await newProject()
  const { person, chat } = project
  const file = await addText(project, 'журнал.txt', `${filling(9000)}\nСмотрителя зовут Прохор.`)
  const asked = async (contextTokens: number) => {
    const request = requestOf({ ...person, conversationId: chat }, `Кратко: смотритель, ${contextTokens}`, {
      conversationId: chat
    })
    const answered = await userOf(env, person.userId).askAndWait({ ...commandOf(request), contextTokens })
    if (answered.state === 'refused') throw new Error(answered.code)
    const { turns } = await sentWith(request.prompt)
    return { read: answered.read, priced: answered.end.settlement.priceTokens - request.priceTokens, turns }
  }
  const whole = await asked(100_000)
  expect(whole).toMatchObject({ read: [{ fileId: file, page: null }], priced: 2 })
  expect(whole.read![0]).not.toHaveProperty('start')
  const parts = await asked(20_000)
  expect(parts.priced).toBe(2)
  expect(parts.read!.every(({ start }) => start !== undefined)).toBe(true)
  expect(parts.turns.at(-1)).toContain('Смотрителя зовут Прохор.')
  expect(parts.turns.join('').length).toBeLessThan(6000)
  const none = await asked(6000)
  expect(none).toMatchObject({ read: null, priced: 0 })
  expect(none.turns.join('')).not.toContain('Прохор.')
})

test('the text of a file is read by its owner alone, and not of a picture or an unread file', async () => {
  const project = await newProject()
  const { person } = project
  const file = await addText(project, 'журнал.txt', filling(30_000))
  const part = await textAt(person, { fileId: file, start: 15_000 })
  expect(part).toMatchObject({ name: 'журнал.txt', length: filling(30_000).length, page: null })
  expect(part.text).toBe(filling(30_000).slice(part.from, part.from + part.text.length))
  expect(part.from).toBeLessThan(15_000)
  expect(part.from + part.text.length).toBeGreaterThan(15_000)
  await historyRows(person.userId).prepare("update attachments set state = 'waiting'").run()
  expect(await refusalOf(person.send('GET', `/attachments/${file}/text`))).toMatchObject({ status: 404 })
  expect(await refusalOf(person.send('GET', `/attachments/${file}/text?start=-1`))).toMatchObject({ status: 400 })
})
