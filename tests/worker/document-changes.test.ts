// Changes of a document by request: the version is the answer of the chat, also when the page is closed meanwhile.
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { change, newDocument, passTime, read, request, requestOf, save, states } from '../support/worker/documents.ts'
import { historyRows } from '../support/worker/histories.ts'
import { dataOf, type Person } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { shownIn } from '../support/worker/versions.ts'

const startTokens = 100
const price = 5

const storedText = ({ userId }: Person, id: number, number: number) =>
  historyRows(userId)
    .prepare('select text from document_versions where document_id = ? and number = ?')
    .bind(id, number)
    .first<string | null>('text')

const begin = (person: Person, chat: number, prompt: string, key: string) =>
  person.send(
    'POST',
    '/ai/text/chatgpt',
    { model: 'gpt-4o-mini', prompt, conversationId: chat },
    { 'idempotency-key': key, accept: 'text/event-stream' }
  )

const stop = async (person: Person, key: string) => dataOf(await person.send('DELETE', `/ai/text/answers/${key}`))

describe('a change by request', () => {
  test('is the answer of the chat, paid once, and is written down when it is read', async () => {
    const { person, chat, id } = await newDocument()
    const answer = await change(person, { chat, id }, 'кратко, тремя словами')
    expect(await storedText(person, id, 2)).toBeNull()
    const changed = await read(person, id)
    expect(changed).toMatchObject({ shown: 2, text: answer.trim() })
    expect(changed.versions[1]).toMatchObject({ request: 'кратко, тремя словами', state: 'ready' })
    expect(await storedText(person, id, 2)).toBe(changed.text)
    expect(await read(person, id)).toEqual(changed)
    const messages = await shownIn(person, chat)
    expect(messages.at(-1)!.operation_id).toBe(changed.versions[1]!.operationId)
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price, reservedTokens: 0 })
    expect(await countOf(person)).toBe(await recount(person))
    await dataOf(await person.send('DELETE', `/chat/conversations/${chat}`))
    expect(await countOf(person)).toBe(0)
  })

  test('of a passage changes nothing else, and changes follow each other', async () => {
    const { person, chat, id } = await newDocument()
    const text = 'Начало.\n\nСередина, которую меняют.\n\nКонец.'
    await save(person, id, 1, text)
    const answer = await change(person, { chat, id }, 'кратко', 'Середина, которую меняют.\n')
    const once = await read(person, id)
    expect(once).toMatchObject({ shown: 3, text: `Начало.\n\n${answer.trim()}\n\nКонец.` })
    const again = await change(person, { chat, id }, 'кратко и иначе', 'Конец.')
    const twice = await read(person, id)
    expect(twice).toMatchObject({ shown: 4, text: `Начало.\n\n${answer.trim()}\n\n${again.trim()}` })
    expect(states(twice)).toEqual(['ready', 'ready', 'ready', 'ready'])
    expect(await read(person, id, 3)).toEqual({ ...twice, shown: 3, text: once.text })
  })

  test('that was never looked at is the base of the next one', async () => {
    const { person, chat, id } = await newDocument()
    const first = await change(person, { chat, id }, 'кратко')
    const operationId = crypto.randomUUID()
    const asked = { base: 2, operationId, request: 'ещё короче', start: 0, end: 8 }
    expect(await request(person, id, asked)).toMatchObject({ status: 200, data: { shown: 2, text: first.trim() } })
    expect(await storedText(person, id, 2)).toBe(first.trim())
  })

  test('survives that the page is closed, and is read by an object that has restarted', async () => {
    const { person, chat, id } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'кратко')
    await request(person, id, asked)
    const stream = await begin(person, chat, prompt, asked.operationId)
    await stream.body!.cancel()
    await vi.waitFor(async () => expect((await shownIn(person, chat)).at(-1)).toMatchObject({ outcome: 'complete' }), {
      timeout: 10_000
    })
    expect(await storedText(person, id, 2)).toBeNull()
    await abortAllDurableObjects()
    expect(await read(person, id)).toMatchObject({
      shown: 2,
      text: (await shownIn(person, chat)).at(-1)!.content.trim()
    })
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price, reservedTokens: 0 })
  })

  test('that a restart of the object breaks is free and changes nothing', async () => {
    const { person, chat, id, answer } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'подробно [сбой:молчание]')
    await request(person, id, asked)
    await (await begin(person, chat, prompt, asked.operationId)).body!.cancel()
    await abortAllDurableObjects()
    await runInDurableObject(env.USER.getByName(person.userId), (instance) =>
      (instance as unknown as { alarm(): Promise<void> }).alarm()
    )
    const after = await read(person, id)
    expect(after).toMatchObject({ shown: 1, text: answer.content })
    expect(states(after)).toEqual(['ready', 'failed'])
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - price, reservedTokens: 0 })
  })

  test('that the user stops is what has arrived', async () => {
    const { person, chat, id } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'подробно [сбой:молчание]')
    await request(person, id, asked)
    const reader = (await begin(person, chat, prompt, asked.operationId)).body!.getReader()
    const decoder = new TextDecoder()
    for (let seen = ''; !seen.includes('event: delta');) {
      const { value } = await reader.read()
      seen += decoder.decode(value as Uint8Array, { stream: true })
    }
    await stop(person, asked.operationId)
    await reader.cancel()
    const stopped = (await shownIn(person, chat)).at(-1)!
    expect(stopped.outcome).toBe('stopped')
    expect(await read(person, id)).toMatchObject({ shown: 2, text: stopped.content.trim() })
  })

  test('is being written as long as its answer is, and nothing is saved or asked in between', async () => {
    const { person, chat, id, answer } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'подробно [сбой:нет-ответа]')
    await request(person, id, asked)
    const stream = await begin(person, chat, prompt, asked.operationId)
    await passTime(person, id)
    const now = await read(person, id)
    expect(now).toMatchObject({ shown: 1, text: answer.content })
    expect(states(now)).toEqual(['ready', 'writing'])
    const conflicts = { status: 409, code: 'CONFLICT' }
    for (const base of [1, 2]) {
      expect(await save(person, id, base, 'Своё')).toMatchObject(conflicts)
      expect(await request(person, id, { ...asked, base, operationId: crypto.randomUUID() })).toMatchObject(conflicts)
    }
    expect((await person.send('GET', `/chat/documents/${id}?version=2`)).status).toBe(404)
    await stream.body?.cancel()
    await stop(person, asked.operationId)
    expect(states(await read(person, id))).toEqual(['ready', 'failed'])
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 200, data: { shown: 3 } })
  })

  test('on two devices at once is one change', async () => {
    const { person, id } = await newDocument()
    const { asked } = await requestOf(person, id, 'короче')
    const other = { ...asked, operationId: crypto.randomUUID() }
    const both = await Promise.all([request(person, id, asked), request(person, id, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(states(await read(person, id))).toEqual(['ready', 'writing'])
  })

  test('that is sent twice is one change', async () => {
    const { person, id } = await newDocument()
    const { asked } = await requestOf(person, id, 'короче')
    const first = await request(person, id, asked)
    expect(first).toMatchObject({ status: 200 })
    expect(await request(person, id, asked)).toEqual(first)
    expect(states(await read(person, id))).toEqual(['ready', 'writing'])
  })
})
