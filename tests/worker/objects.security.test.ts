// Deleted objects, refused objects, and repeated fields.
import { rowsOnD1 } from '#tests/support/worker/histories.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, post, signIn, signUp, tokensOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { addChat, addJob, question } from '#tests/support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person } from '#tests/support/worker/person.ts'

hashCheaply()

let person: Person
beforeAll(async () => void (person = await newPerson({ tokens: 1 })))

const later = { prefer: 'respond-async' }

describe('a deleted object answers 404', () => {
  test('a chat', async () => {
    const { id } = await addChat(person.userId)
    const path = `/chat/conversations/${id}`
    expect((await person.send('DELETE', path)).status).toBe(200)
    const uses: [method: string, path: string, body?: object][] = [
      ['DELETE', path],
      ['PUT', path, { title: 'Снова' }],
      ['GET', `${path}/messages`],
      ['POST', `${path}/messages`, { content: 'Ещё', role: 'user' }],
      ['POST', '/ai/text/chatgpt', { prompt: 'Ещё', conversationId: id, model: 'gpt-3.5-turbo' }]
    ]
    for (const use of uses) expect((await person.send(...use)).status, use.join(' ')).toBe(404)
    expect(await rowsOnD1('select 1 from messages where conversation_id = ?', id)).toEqual([])
  })

  test('a job is no longer listed', async () => {
    await addJob(person.userId, 'work-gone')
    expect((await person.send('DELETE', '/jobs/work-gone/files')).status).toBe(200)
    const { jobs } = await dataOf<{ jobs: { id: string }[] }>(await person.send('GET', '/jobs'))
    expect(jobs.map(({ id }) => id)).not.toContain('work-gone')
  })

  test('a session, and its refresh token no longer works', async () => {
    const { email, accessToken } = await signUp()
    const other = tokensOf(await signIn(email))
    const headers = { authorization: `Bearer ${accessToken}` }
    const end = async () =>
      person.send('DELETE', `/user/sessions/${claimsOf(other.accessToken).sid}`, undefined, headers)
    expect([(await end()).status, (await end()).status]).toEqual([200, 404])
    expect((await post('/api/auth/refresh', { refreshToken: other.refreshToken })).status).toBe(401)
  })
})

const storedChats = () =>
  rowsOnD1('select count(distinct c.id), count(*) from conversations as c left join messages as m')

describe('a refused request creates nothing', () => {
  test('an answer', async () => {
    const headers = { 'idempotency-key': 'answer-refused' }
    const asked = await person.send('POST', '/ai/text/chatgpt', { prompt: question, model: 'gpt-4o-mini' }, headers)
    expect(asked.status).toBe(402)
    for (const [method, path] of [
      ['GET', '/ai/text/answers/answer-refused'],
      ['DELETE', '/ai/text/answers/answer-refused']
    ] as const)
      expect((await person.send(method, path)).status).toBe(404)
  })

  test('a job', async () => {
    const headers = { ...later, 'idempotency-key': 'work-refused' }
    expect((await person.send('POST', '/ai/audio/elevenlabs', { prompt: 'море '.repeat(300) }, headers)).status).toBe(
      402
    )
    expect((await person.send('GET', '/jobs/work-refused')).status).toBe(404)
  })

  test('a chat and a message', async () => {
    const { id } = await addChat(person.userId)
    const before = await storedChats()
    const refused: [path: string, body: object][] = [
      ['/chat/conversations', { service: 'nothing' }],
      ['/chat/conversations', { service: 'chatgpt', title: 7 }],
      [`/chat/conversations/${id}/messages`, { content: '' }],
      [`/chat/conversations/${id}/messages`, { content: 'Вопрос', role: 'admin' }]
    ]
    for (const [path, body] of refused) expect((await person.send('POST', path, body)).status).toBe(400)
    expect(await storedChats()).toEqual(before)
  })
})

const rename = async (body: string) => answered(await person.send('PUT', '/user/profile', body))

test('of two fields with one name the last is checked and used', async () => {
  expect(await rename('{"displayName":"Первое","displayName":"Второе"}')).toMatchObject({
    data: { user: { displayName: 'Второе' } }
  })
  expect(await rename('{"displayName":"Третье","displayName":["x"]}')).toMatchObject({ status: 400 })
  expect(await rename(`{"displayName":"${'x'.repeat(81)}","displayName":"Четвёртое"}`)).toMatchObject({
    data: { user: { displayName: 'Четвёртое' } }
  })
})
