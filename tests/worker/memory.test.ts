// A user's memory: what is kept, which models are told it, and where they are not.
import { describe, expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { memoryLineLengthMax, memoryLinesMax } from '#contract/memory.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { newProject } from '../support/worker/projects.ts'
import { linesOf, memoryOf, remember, switchMemory, toldAbout } from '../support/worker/remembering.ts'
import { heardBy, openPage } from '../support/worker/socket.ts'
import { countOf, fill, newConversation, recount } from '../support/worker/storing.ts'
import { ask, branch, send, shownIn } from '../support/worker/versions.ts'
import { callsAbout } from '../support/worker/reading.ts'

const heading = 'Пользователь разрешил помнить о нём'

const lengthAbout = async (text: string) => JSON.stringify((await callsAbout(text)).at(-1)).length

async function rememberer(...lines: string[]): Promise<Person> {
  const person = await newPerson({ tokens: 200, shard: 1 })
  await switchMemory(person, true)
  for (const line of lines) await remember(person, line)
  return person
}

describe('the lines', () => {
  test('are off and empty at first; switched on and off they stay', async () => {
    const person = await newPerson({ shard: 1 })
    expect(await memoryOf(person)).toEqual({ isOn: false, lines: [] })
    expect(await dataOf(await switchMemory(person, true))).toEqual({ isOn: true, lines: [] })
    await remember(person, '  Я  вегетарианец ')
    const { lines } = await memoryOf(person)
    expect(lines).toEqual([{ id: expect.any(Number), text: 'Я вегетарианец', createdAt: expect.any(Number) }])
    expect(await dataOf(await switchMemory(person, false))).toEqual({ isOn: false, lines })
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('that say the same are one: the fuller one, also when they come at once', async () => {
    const person = await rememberer()
    await Promise.all(Array.from({ length: 4 }, () => remember(person, 'Живу в Казани')))
    expect(await linesOf(person)).toEqual(['Живу в Казани'])
    await remember(person, 'Люблю море')
    await remember(person, 'Живу в Казани; у меня два кота')
    await remember(person, 'живу в казани')
    expect(await linesOf(person)).toEqual(['Живу в Казани; у меня два кота', 'Люблю море'])
    await Promise.all(['Люблю море; езжу летом', 'Не люблю кофе', 'Люблю кофе'].map((line) => remember(person, line)))
    expect((await linesOf(person)).toSorted()).toEqual([
      'Живу в Казани; у меня два кота',
      'Люблю кофе',
      'Люблю море; езжу летом',
      'Не люблю кофе'
    ])
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('are changed and forgotten by their owner, one or all', async () => {
    const person = await rememberer('Я врач', 'Живу в Казани', 'Люблю море')
    const [doctor, home] = (await memoryOf(person)).lines
    await person.send('PUT', `/memory/${doctor!.id}`, { text: 'Я детский врач' })
    expect(await linesOf(person)).toEqual(['Я детский врач', 'Живу в Казани', 'Люблю море'])
    await person.send('PUT', `/memory/${doctor!.id}`, { text: 'Я врач; живу в Казани' })
    expect(await linesOf(person)).toEqual(['Я врач; живу в Казани', 'Люблю море'])
    expect(await answered(await person.send('PUT', `/memory/${home!.id}`, { text: 'Нет её' }))).toMatchObject({
      status: 404
    })
    await person.send('PUT', `/memory/${doctor!.id}`, { text: 'люблю море' })
    expect((await memoryOf(person)).lines).toMatchObject([{ id: doctor!.id, text: 'люблю море' }])
    const [left] = (await memoryOf(person)).lines
    expect((await answered(await person.send('DELETE', `/memory/${left!.id}`))).status).toBe(200)
    expect((await answered(await person.send('DELETE', `/memory/${left!.id}`))).status).toBe(404)
    for (const line of ['Я врач', 'Люблю чай']) await remember(person, line)
    expect(await dataOf(await person.send('DELETE', '/memory/all'))).toEqual({ isOn: true, lines: [] })
    expect(await countOf(person)).toBe(0)
  })

  test('are never lost by a change, also where another line says more', async () => {
    const person = await rememberer('Люблю чай', 'Я врач; живу в Казани')
    const [tea] = (await memoryOf(person)).lines
    await person.send('PUT', `/memory/${tea!.id}`, { text: 'Живу в Казани' })
    expect(await linesOf(person)).toEqual(['Живу в Казани', 'Я врач; живу в Казани'])
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('are read again by the open pages after each change', async () => {
    const person = await rememberer()
    const page = await openPage(person)
    const changes = [
      () => remember(person, 'Я врач'),
      async () => person.send('PUT', `/memory/${(await memoryOf(person)).lines[0]!.id}`, { text: 'Я хирург' }),
      () => person.send('DELETE', '/memory/all'),
      () => switchMemory(person, false)
    ]
    for (const change of changes) {
      page.heard.length = 0
      await change()
      expect(await heardBy(page, 'memory')).toEqual({ type: 'memory' })
    }
  })

  test('are bounded in number and length, and by the room of the plan', async () => {
    const person = await rememberer()
    expect(await remember(person, 'я'.repeat(memoryLineLengthMax + 1))).toMatchObject({ status: 400 })
    expect(await remember(person, '  ')).toMatchObject({ status: 400 })
    const rows = historyRows(person.userId)
    await rows.batch(
      Array.from({ length: memoryLinesMax }, (_, index) =>
        rows
          .prepare('insert into memory_lines (user_id, text, created_at) values (?, ?, 1)')
          .bind(person.userId, `слово${index}`)
      )
    )
    expect(await remember(person, 'Люблю море')).toMatchObject({ status: 409, code: 'MEMORY_FULL' })
    // One that makes another fuller, or says nothing new, needs no room.
    expect((await remember(person, 'Слово7; и ещё')).status).toBe(200)
    expect((await remember(person, 'Слово8')).status).toBe(200)
    expect((await memoryOf(person)).lines).toHaveLength(memoryLinesMax)
    await person.send('DELETE', '/memory/all')
    await fill(person, await newConversation(person), 50)
    expect(await remember(person, 'Люблю море')).toMatchObject({ code: 'STORAGE_FULL' })
    expect(await linesOf(person)).toEqual([])
  })
})

describe('models are told the lines', () => {
  test('in every chat, before what differs between chats, as they are now', async () => {
    const person = await rememberer('Я вегетарианец', 'Живу в Казани')
    await person.send('PUT', '/chat/about', { about: 'Я учитель' })
    const [one, other] = [await newConversation(person), await newConversation(person)]
    await person.send('PUT', `/chat/conversations/${other}/instruction`, { instruction: 'Коротко.' })
    await ask(person, one, 'Кратко: про репу один')
    await ask(person, one, 'Кратко: про репу два')
    await ask(person, other, 'Кратко: про репу три')
    const told = await toldAbout('про репу один')
    expect(told).toMatch(/Я учитель[^]*разрешил помнить о нём[^]*:\n- Я вегетарианец\n- Живу в Казани$/)
    expect(await toldAbout('про репу два')).toBe(told)
    expect(await toldAbout('про репу три')).toBe(
      `${told}\n\nРоль и правила, которые пользователь задал для этой беседы:\nКоротко.`
    )
    // Nowhere else in the requests.
    for (const call of await callsAbout('про репу')) expect(JSON.stringify(call).split('вегетарианец')).toHaveLength(2)

    await remember(person, 'Люблю море')
    await ask(person, one, 'Кратко: про репу четыре')
    expect(await toldAbout('про репу четыре')).toBe(`${told}\n- Люблю море`)
    await person.send('DELETE', '/memory/all')
    await ask(person, one, 'Кратко: про репу пять')
    expect(await toldAbout('про репу пять')).not.toContain(heading)
  })

  test('not while it is off, not another user, and not beside an idea for a picture', async () => {
    const person = await rememberer('Я вегетарианец')
    const stranger = await newPerson({ tokens: 100, shard: 1 })
    await ask(stranger, await newConversation(stranger), 'Кратко: чужой вопрос про редьку')
    expect(await toldAbout('чужой вопрос про редьку')).not.toContain(heading)
    await person.send('POST', '/ai/prompt', { service: 'flux', idea: 'Натюрморт с редькой' })
    expect(JSON.stringify(await callsAbout('Натюрморт с редькой'))).not.toContain('вегетарианец')
    const id = await newConversation(person)
    await ask(person, id, 'Кратко: до выключения редьки')
    expect(await toldAbout('до выключения редьки')).toContain(heading)
    await switchMemory(person, false)
    await ask(person, id, 'Кратко: после выключения редьки')
    expect(await toldAbout('после выключения редьки')).not.toContain(heading)
  })

  test('not in a chat or a project that is without it, by any path', async () => {
    const person = await rememberer('Я вегетарианец')
    const rows = historyRows(person.userId)
    const [chat, filed] = [await newConversation(person), await newConversation(person)]
    await ask(person, chat, 'Кратко: до выключения в этом чате репы')
    expect(await toldAbout('до выключения в этом чате репы')).toContain(heading)
    await person.send('PUT', `/chat/conversations/${chat}/settings`, { memory: false })
    const made = await dataOf<{ folder: { id: number } }>(await person.send('POST', '/chat/folders', { name: 'Дело' }))
    await rows
      .prepare('insert into projects (folder_id, user_id, is_memory_off) values (?, ?, 1)')
      .bind(made.folder.id, person.userId)
      .run()
    await person.send('PUT', `/chat/conversations/${filed}/place`, { folderId: made.folder.id })
    for (const [id, name] of [
      [chat, 'в чате'],
      [filed, 'в проекте']
    ] as const) {
      await ask(person, id, `Кратко: первый ${name} брюквы`)
      // From the kept path, and from D1.
      await ask(person, id, `Кратко: второй ${name} брюквы`)
      const question = (await shownIn(person, id)).find(({ content }) => content.includes(`первый ${name}`))
      await answered(await send(person, id, `Кратко: первый ${name} брюквы`, { answersMessageId: question!.id }))
      for (const call of await callsAbout(`${name} брюквы`)) expect(JSON.stringify(call)).not.toContain('вегетарианец')
    }
    expect(await callsAbout('брюквы')).toHaveLength(6)
  })

  test('with a branch of a chat, and they leave less room for earlier turns', async () => {
    const person = await rememberer('Я вегетарианец')
    const id = await newConversation(person)
    await ask(person, id, 'Кратко: до ветки хрена')
    const [, answer] = await shownIn(person, id)
    const { conversation } = (await branch(person, id, answer!.id)).data as { conversation: { id: number } }
    await ask(person, conversation.id, 'Кратко: в ветке хрена')
    expect(await toldAbout('в ветке хрена')).toContain('- Я вегетарианец')

    const full = await newConversation(person)
    const path = `/chat/conversations/${full}/messages`
    for (const role of ['user', 'assistant']) await person.send('POST', path, { role, content: 'т'.repeat(11_000) })
    await ask(person, full, 'Кратко: влезает ли всё про лук')
    for (let count = 1; count <= 20; count++) await remember(person, `слово${count} ${'и'.repeat(180)}`)
    await ask(person, full, 'Кратко: влезает ли всё про чеснок')
    expect(await lengthAbout('всё про чеснок')).toBeLessThan(await lengthAbout('всё про лук'))
  })

  test('not with a branch in a project without it: the branch lies in the project as well', async () => {
    const project = await newProject()
    const { person, id: folder, chat } = project
    await switchMemory(person, true)
    await remember(person, 'Я вегетарианец')
    await dataOf(await person.send('PUT', `/chat/folders/${folder}/project`, { memory: false, instruction: 'Сухо.' }))
    await ask(person, chat, 'Кратко: до ветки кольраби')
    const [, answer] = await shownIn(person, chat)
    const { conversation } = (await branch(person, chat, answer!.id)).data as { conversation: Conversation }
    expect(conversation.folder_id).toBe(folder)
    await ask(person, conversation.id, 'Кратко: в ветке кольраби')
    const told = await toldAbout('в ветке кольраби')
    expect(told).toContain('Сухо.')
    expect(told).not.toContain(heading)
    const listed = await dataOf<{ items: Conversation[]; total: number }>(
      await person.send('GET', `/chat/conversations?folder=${folder}`)
    )
    expect(listed.total).toBe(2)
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual([chat, conversation.id])
    await dataOf(await person.send('DELETE', `/chat/conversations/${conversation.id}`))
    expect(await dataOf(await person.send('GET', `/chat/conversations?folder=${folder}`))).toMatchObject({ total: 1 })
  })

  test('not by the API of keys', async () => {
    const person = await newPerson({ tokens: 200, paid: true })
    await switchMemory(person, true)
    await remember(person, 'Я вегетарианец')
    const { key } = await dataOf<{ key: string }>(await person.send('POST', '/api-keys', { name: 'Сервер' }))
    const response = await person.send(
      'POST',
      '/v1/chat/completions',
      { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Кратко: вопрос ключа про укроп' }] },
      { authorization: `Bearer ${key}` }
    )
    expect(response.status).toBe(200)
    await response.text()
    expect(JSON.stringify(await callsAbout('вопрос ключа про укроп'))).not.toContain('вегетарианец')
  })
})
