// A number in a call of a user, of an operator or of the backup command is a number. What a program might take for one is refused
// with the name of the field, and nothing is changed.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { because, operate, responseTo } from '../support/worker/operator.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { dalle, setPrice } from '../support/worker/pricing.ts'
import { newConversation, say } from '../support/worker/storing.ts'

const refused = (path: string) => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  data: { details: [expect.objectContaining({ path, msg: expect.stringMatching(/^[А-Я]/) })] }
})

const chatsOf = async (person: Person) =>
  (await dataOf<{ items: unknown[] }>(await person.send('GET', '/chat/conversations'))).items

describe('a user', () => {
  test.each([
    ['GET', '/chat/conversations?limit=0x10', undefined, 'limit'],
    ['GET', '/chat/conversations?limit=true', undefined, 'limit'],
    ['GET', '/chat/conversations?limit=', undefined, 'limit'],
    ['GET', '/chat/conversations?limit=%205', undefined, 'limit'],
    ['GET', '/chat/conversations?offset=1e3', undefined, 'offset'],
    ['GET', '/library/works?from=null', undefined, 'from'],
    ['GET', '/chat/conversations/0x1/messages', undefined, 'id'],
    ['GET', '/tokens/payments?limit=5.0', undefined, 'limit'],
    ['POST', '/ai/text/chatgpt', { prompt: 'Кто?', maxTokens: '100' }, 'maxTokens']
  ])('%s %s', async (method, path, body, field) => {
    const person = await newPerson({ tokens: 20 })
    expect(await answered(await person.send(method, path, body))).toMatchObject(refused(field))
  })

  test('opens nothing by what would be converted to the id of a message', async () => {
    const person = await newPerson()
    const id = await newConversation(person)
    await say(person, id, 'Что такое риф?')
    const { messages } = await dataOf<{ messages: { id: number }[] }>(
      await person.send('GET', `/chat/conversations/${id}/messages`)
    )
    const own = messages[0]?.id ?? 0
    for (const messageId of [true, String(own), `0x${own.toString(16)}`, [own], [[own]], ` ${own}`, null])
      for (const [method, path] of [
        ['POST', 'branches'],
        ['PUT', 'shown']
      ] as const) {
        const answer = await answered(await person.send(method, `/chat/conversations/${id}/${path}`, { messageId }))
        expect(answer).toMatchObject(refused('messageId'))
      }
    expect(await chatsOf(person)).toHaveLength(1)
    const branched = await person.send('POST', `/chat/conversations/${id}/branches`, { messageId: own })
    expect(branched.status).toBe(200)
    expect(await chatsOf(person)).toHaveLength(2)
  })

  test('changes and deletes nothing under an id that is no number, and a body does not name another one', async () => {
    const person = await newPerson()
    const id = await newConversation(person)
    const other = await newConversation(person)
    for (const sent of [`0x${id.toString(16)}`, `${id}.0`, `${id}e0`, `%20${id}`, `+${id}`, 'true'])
      for (const [method, body] of [
        ['PUT', { title: 'Другой' }],
        ['DELETE', undefined]
      ] as const)
        expect(await answered(await person.send(method, `/chat/conversations/${sent}`, body))).toMatchObject(
          refused('id')
        )
    expect(await chatsOf(person)).toMatchObject([{ title: 'Чат' }, { title: 'Чат' }])
    expect((await person.send('PUT', `/chat/conversations/${id}`, { id: other, title: 'Новый' })).status).toBe(200)
    const { conversation } = await dataOf<{ conversation: unknown }>(
      await person.send('GET', `/chat/conversations/${id}`)
    )
    expect(conversation).toMatchObject({ title: 'Новый' })
  })
})

describe('an operator', () => {
  test.each([true, '9', '0x10', ' 9', '1e1', '', [9]])('sets no price of %j', async (tokens) => {
    await env.DB.exec('delete from price_overrides')
    expect(await setPrice({ ...dalle(9), tokens })).toMatchObject(refused('tokens'))
    expect((await operate('GET', '/prices')).data).toMatchObject({ changes: [] })
  })

  test('still sets the price of a number, and that of the catalogue again with null', async () => {
    expect(await setPrice(dalle(9))).toMatchObject({ status: 200 })
    expect(await setPrice(dalle(null))).toMatchObject({ status: 200 })
    await env.DB.exec('delete from price_overrides')
  })

  test.each([
    ['/margin?days=0x10', 'days'],
    ['/margin?days=true', 'days'],
    ['/alarms?limit=1e2', 'limit'],
    ['/alarms/0x1', 'id'],
    ['/record?from=%201', 'from'],
    ['/payments?before=abc', 'before'],
    // Its pages are asked for by another name.
    ['/alarms?before=1', 'before'],
    ['/clock?late=1', 'late'],
    ['/clock?toString=1', 'toString']
  ])('GET %s', async (path, field) => {
    expect(await operate('GET', path)).toMatchObject(refused(field))
  })

  test('ends no alarm under an id that is no number', async () => {
    expect(await operate('POST', '/alarms/1e0/resolve', because())).toMatchObject(refused('id'))
  })
})

test.each(['part?night=0x1&part=0', 'part?night=1&part=', 'part?night=true&part=0', 'wallet?night=1&user=a&file=1e0'])(
  'the backup command: %s',
  async (asked) => {
    const token = 'backup-token-backup-token-backup-token-1'
    const open = { token, bindings: { BACKUP_TOKEN: token } }
    const begun = { operator: 'anna', reason: 'Проверка', idempotency_key: 'call-numbers-0001' }
    expect((await responseTo('POST', '/backup/begin', begun, open)).status).toBe(200)
    expect((await responseTo('GET', `/backup/nights/${asked}`, undefined, open)).status).toBe(400)
    expect((await responseTo('GET', '/backup/nights/part?night=1&part=0', undefined, open)).status).toBe(404)
  }
)
