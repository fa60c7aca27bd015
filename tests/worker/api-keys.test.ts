// The site's calls about keys of the API: what a user makes, changes, replaces and ends, and the letters about it.
import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test, vi } from 'vitest'
import type { ApiKey } from '#contract/api-keys.ts'
import { mailsTo } from '../support/worker/account.ts'
import { sendToApi } from '../support/worker/api-clients.ts'
import { addKey, present } from '../support/worker/api-keys.ts'
import { objectOf } from '../support/worker/asking.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { signedInAgain } from '../support/worker/premium.ts'

interface Made {
  key: string
  apiKey: ApiKey
}

const invalid = { state: 'refused', code: 'INVALID_KEY' }
const hourMs = 60 * 60_000
const stopDate = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
const passMs = (ms: number) => vi.setSystemTime(Date.now() + ms)

const make = async (person: Person, body: object = {}) =>
  dataOf<Made>(await person.send('POST', '/api-keys', { name: 'Сервер', ...body }))
const listed = async (person: Person) =>
  (await dataOf<{ items: ApiKey[] }>(await person.send('GET', '/api-keys'))).items
const change = (person: Person, id: string, body: object) => person.send('PUT', `/api-keys/${id}`, body)
const addressOf = ({ userId }: Person) => `${userId}@person.example`
const letters = (person: Person, count: number) => mailsTo(addressOf(person), count)

const replace = async (person: Person, id: string, hours?: number) =>
  dataOf<Made>(
    await person.send('POST', `/api-keys/${id}/replace`, hours === undefined ? {} : { overlap_hours: hours })
  )

describe('a new key', () => {
  test('is shown once, works, and is listed without its secret', async () => {
    const person = await newPerson()
    const { key, apiKey } = await make(person, { name: '  Сервер  ' })
    expect(key).toMatch(/^sk-aip-[0-9A-Za-z]{76}$/)
    expect(apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      name: 'Сервер',
      hint: `sk-…${key.slice(-4)}`,
      scopes: ['chat', 'images', 'audio', 'models', 'balance'],
      models: null,
      networks: null,
      created_at: expect.any(Number),
      expires_at: null,
      last_used_at: null,
      overlaps_until: null,
      budgets: { day: null, month: null, total: null },
      spent: { day: 0, month: 0, total: 0 }
    })
    expect(await listed(person)).toEqual([apiKey])
    expect(await present(key)).toMatchObject({ state: 'found', userId: person.userId })
    expect(await listed(await newPerson())).toEqual([])
  })

  test('is stored as a hash alone', async () => {
    const person = await newPerson()
    const { key } = await make(person)
    const rows = await runInDurableObject(objectOf(person), (_, { storage: { sql } }) =>
      sql.exec('select * from api_keys').toArray()
    )
    expect(JSON.stringify(rows)).not.toContain(key.slice(7, 30))
    expect(Object.keys((await listed(person))[0]!)).not.toContain('secret_hash')
  })

  test('is reported to its owner, without what opens anything', async () => {
    const person = await newPerson()
    const { key, apiKey } = await make(person, { name: 'Ключ <b>' })
    const [mail] = await letters(person, 1)
    expect(mail!.subject).toBe('Создан ключ API')
    expect(mail!.text).toContain(`«Ключ <b>» (${apiKey.hint})`)
    expect(mail!.text).toContain('С какого адреса: 127.0.0.1.')
    expect(mail!.text).toMatch(/Если это были не вы, удалите этот ключ/)
    expect(JSON.stringify(mail)).not.toContain(key.slice(7, 30))
  })

  test('is limited to models of pictures, of speech and of recordings too, as the list of models names them', async () => {
    const models = ['flux-schnell', 'elevenlabs', 'gpt-transcribe']
    const { key } = await make(await newPerson({ paid: true }), { models })
    const { data } = await (await sendToApi(key, '/v1/models')).json<{ data: { id: string }[] }>()
    expect(data.map(({ id }) => id)).toEqual(models)
  })

  test('makes a set of the rights, models and networks that are named twice', async () => {
    const { apiKey } = await make(await newPerson(), {
      scopes: ['chat', 'chat'],
      models: ['gpt-4o', 'gpt-4o'],
      networks: [' 203.0.113.7 ', '203.0.113.7', '2001:db8::/32']
    })
    const { scopes, models, networks } = apiKey
    expect({ scopes, models, networks }).toEqual({
      scopes: ['chat'],
      models: ['gpt-4o'],
      networks: ['203.0.113.7', '2001:db8::/32']
    })
  })
})

describe('refused in plain words, and nothing is made', () => {
  test.each([
    [{ name: '  ' }, 'name', 'Назовите ключ'],
    [{ name: 'я'.repeat(61) }, 'name', 'Название длиннее 60 символов'],
    [{ scopes: [] }, 'scopes', 'Выберите хотя бы одно право'],
    [{ scopes: ['admin'] }, 'scopes.0', expect.any(String)],
    [{ models: [] }, 'models', 'Выберите хотя бы одну модель'],
    [{ models: ['gpt-4o', 'gpt-99'] }, 'models.1', 'Модели «gpt-99» сейчас нет в продаже'],
    [{ networks: [] }, 'networks', 'Укажите хотя бы один адрес'],
    [{ networks: ['203.0.113.0/33'] }, 'networks.0', expect.stringMatching(/^«203.0.113.0\/33» — не адрес и не сеть/)],
    [{ networks: ['10.0.0.1,10.0.0.2'] }, 'networks.0', expect.stringMatching(/не адрес и не сеть/)],
    [{ expires_at: 1 }, 'expires_at', 'Срок уже прошёл. Выберите время в будущем'],
    [{ expires_at: Date.now() + 6 * 366 * 24 * hourMs }, 'expires_at', 'Ключ может действовать не больше пяти лет'],
    [{ expires_at: 1.5 }, 'expires_at', expect.any(String)]
  ])('%j', async (body, path, msg) => {
    const person = await newPerson()
    expect(await answered(await person.send('POST', '/api-keys', { name: 'Сервер', ...body }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      data: { details: [{ path, msg }] }
    })
    expect(await listed(person)).toEqual([])
  })

  test('the 21st key that would work; an ended or expired one makes room', async () => {
    stopDate()
    let person = await newPerson()
    const full = { status: 409, code: 'API_KEYS_FULL' }
    await addKey(person.userId, { expiresAt: Date.now() + hourMs })
    for (let count = 0; count < 19; count++) await addKey(person.userId)
    const more = () => person.send('POST', '/api-keys', { name: 'Ещё' })
    expect(await answered(await more())).toMatchObject(full)
    passMs(hourMs)
    person = await signedInAgain(person)
    const { apiKey } = await dataOf<Made>(await more())
    expect(await answered(await more())).toMatchObject(full)
    const expired = (await listed(person)).find(({ expires_at: at }) => at !== null)!
    expect(await answered(await change(person, expired.id, { expires_at: null }))).toMatchObject(full)
    await dataOf(await person.send('DELETE', `/api-keys/${apiKey.id}`))
    await dataOf(await change(person, expired.id, { expires_at: null }))
    expect(await answered(await more())).toMatchObject(full)
  })
})

describe('a change', () => {
  test('holds from the next call on; what is left out stays', async () => {
    const person = await newPerson()
    const { key, apiKey } = await make(person, { models: ['gpt-4o'] })
    const changed = await dataOf<{ apiKey: ApiKey }>(
      await change(person, apiKey.id, { name: 'Другой', scopes: ['models'], networks: ['203.0.113.7'] })
    )
    expect(changed.apiKey).toEqual({ ...apiKey, name: 'Другой', scopes: ['models'], networks: ['203.0.113.7'] })
    expect(await present(key, { scope: 'models' })).toMatchObject({ code: 'NETWORK' })
    expect(await present(key, { address: '203.0.113.7' })).toMatchObject({ code: 'SCOPE' })
    await dataOf(await change(person, apiKey.id, { networks: null, scopes: ['chat'], models: null }))
    expect(await present(key, { model: 'gpt-4o-mini' })).toMatchObject({ state: 'found' })
    // A limit that is not named is not lifted.
    await dataOf(await change(person, apiKey.id, { budgets: { day: 5, total: 50 } }))
    await dataOf(await change(person, apiKey.id, { budgets: { day: null, month: 20 } }))
    expect((await listed(person))[0]?.budgets).toEqual({ day: null, month: 20, total: 50 })
  })

  test('keeps a model that is no longer sold, and a time that has passed, and takes no new ones', async () => {
    stopDate()
    let person = await newPerson()
    const { keyId } = await addKey(person.userId, { models: ['gone'], expiresAt: Date.now() + hourMs })
    passMs(2 * hourMs)
    person = await signedInAgain(person)
    const [before] = await listed(person)
    await dataOf(
      await change(person, keyId, { name: 'Имя', models: ['gone', 'gpt-4o'], expires_at: before!.expires_at })
    )
    for (const body of [{ models: ['gone', 'gone-too'] }, { expires_at: before!.expires_at! + 1 }])
      expect(await answered(await change(person, keyId, body))).toMatchObject({ status: 400 })
  })
})

describe('another secret', () => {
  test('works at once, the one before it until the overlap ends', async () => {
    stopDate()
    const person = await newPerson()
    const first = await make(person)
    const second = await replace(person, first.apiKey.id)
    expect(second.apiKey).toEqual({
      ...first.apiKey,
      hint: `sk-…${second.key.slice(-4)}`,
      overlaps_until: Date.now() + 24 * hourMs
    })
    for (const { key } of [first, second]) expect(await present(key)).toMatchObject({ state: 'found' })
    passMs(24 * hourMs)
    expect(await present(first.key)).toEqual(invalid)
    expect(await present(second.key)).toMatchObject({ state: 'found' })
    expect((await listed(await signedInAgain(person)))[0]).toMatchObject({ overlaps_until: null })
    const mails = await letters(person, 2)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(['Ключ API заменён', 'Создан ключ API'])
  })

  test('without an overlap, and with a third one, the first ends at once', async () => {
    const person = await newPerson()
    const first = await make(person)
    const second = await replace(person, first.apiKey.id, 0)
    expect(await present(first.key)).toEqual(invalid)
    const third = await replace(person, first.apiKey.id, 1)
    const fourth = await replace(person, first.apiKey.id, 1)
    expect(await present(second.key)).toEqual(invalid)
    for (const { key } of [third, fourth]) expect(await present(key)).toMatchObject({ state: 'found' })
  })

  test.each([-1, 169, 1.5, '1'])('an overlap of %j hours is refused', async (hours) => {
    const person = await newPerson()
    const { apiKey } = await make(person)
    const sent = await person.send('POST', `/api-keys/${apiKey.id}/replace`, { overlap_hours: hours })
    expect(sent.status).toBe(400)
  })
})

describe('ended', () => {
  test('a key is gone from the list and opens nothing; a second time there is none', async () => {
    const person = await newPerson()
    const { key, apiKey } = await make(person)
    await dataOf(await person.send('DELETE', `/api-keys/${apiKey.id}`))
    expect(await listed(person)).toEqual([])
    expect(await present(key)).toEqual(invalid)
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Имя' }],
      ['POST', '/replace', {}]
    ] as const)
      expect((await person.send(method, `/api-keys/${apiKey.id}${path}`, body)).status).toBe(404)
    expect((await person.send('DELETE', '/api-keys/00000000')).status).toBe(404)
  })
})
