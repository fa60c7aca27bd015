// What changes of projects, of their files and of a chat's folder mean for the next question, and for the files.
import { describe, expect, test } from 'vitest'
import { textFile } from '../support/files.ts'
import { attach, objectsOf, refusalOf } from '../support/worker/attaching.ts'
import { dataOf } from '../support/worker/person.ts'
import {
  addFile,
  addText,
  askIn,
  askRaw,
  move,
  newFolder,
  newProject,
  projectOf,
  sentWith
} from '../support/worker/projects.ts'
import { countOf, newConversation, recount } from '../support/worker/storing.ts'

describe('what a chat finds of its project', () => {
  test('follows each change: of files, of the instruction, of the folder', async () => {
    const project = await newProject()
    const { person, id, chat } = project
    const sent = async (prompt: string) => {
      const { read } = await askIn(project, prompt)
      return { read: read?.map(({ name }) => name), told: JSON.stringify(await sentWith(prompt)) }
    }
    expect((await sent('Кратко: раз')).read).toBeUndefined()
    const file = await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
    await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { instruction: 'Отвечай сухо.' }))
    const two = await sent('Кратко: два')
    expect(two.read).toEqual(['маяк.txt'])
    expect(two.told).toContain('Отвечай сухо.')
    await dataOf(await move(person, chat, null))
    const three = await sent('Кратко: три')
    expect(three.read).toBeUndefined()
    expect(three.told).not.toMatch(/сухо|1904/)
    await dataOf(await move(person, chat, id))
    expect((await sent('Кратко: четыре')).read).toEqual(['маяк.txt'])
    await dataOf(await person.send('DELETE', `/chat/folders/${id}/files/${file}`))
    const five = await sent('Кратко: пять')
    expect(five.read).toBeUndefined()
    expect(five.told).not.toContain('1904')
    expect(await refusalOf(person.send('GET', `/attachments/${file}/text`))).toMatchObject({ status: 404 })
    await addText(project, 'снова.txt', 'Маяк перекрашен.')
    expect((await sent('Кратко: шесть')).read).toEqual(['снова.txt'])
    await dataOf(await person.send('DELETE', `/chat/folders/${id}`))
    expect((await sent('Кратко: семь')).read).toBeUndefined()
  })

  test('a file stays while a question or a project has it, and its bytes go with the last of them', async () => {
    const project = await newProject()
    const { person, id, chat } = project
    const asked = await attach(person, textFile('Вопрос про маяк'), { name: 'вопрос.txt' })
    await askIn(project, 'Кратко: что там?', { attachments: [asked.id] })
    await dataOf(await addFile(person, id, asked.id))
    const alone = await addText(project, 'один.txt', 'Маяк стоит.')
    await dataOf(await person.send('DELETE', `/chat/conversations/${chat}`))
    expect((await projectOf(person, id)).files.map((file) => file.id)).toEqual([asked.id, alone])
    const other = await newConversation(person)
    await dataOf(await askRaw(person, other, 'Кратко: и там?', { attachments: [asked.id] }))
    await dataOf(await person.send('DELETE', `/chat/folders/${id}`))
    expect(await objectsOf(asked.id)).toBe(1)
    await expect.poll(() => objectsOf(alone), { timeout: 10_000 }).toBe(0)
    expect(await refusalOf(person.send('GET', `/chat/attachments/${alone}`))).toMatchObject({ status: 404 })
    await dataOf(await person.send('DELETE', `/chat/conversations/${other}`))
    await expect.poll(() => objectsOf(asked.id), { timeout: 10_000 }).toBe(0)
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('a file of two projects stays in the other', async () => {
    const project = await newProject()
    const { person, id } = project
    const other = await newFolder(person, 'Второй')
    const file = await addText(project, 'маяк.txt', 'Маяк стоит.')
    await dataOf(await addFile(person, other, file))
    await dataOf(await person.send('DELETE', `/chat/folders/${id}/files/${file}`))
    expect((await projectOf(person, other)).files.map((one) => one.id)).toEqual([file])
    expect(await objectsOf(file)).toBe(1)
  })
})
