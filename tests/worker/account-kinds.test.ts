// Everything that differs by plan, walked with each kind of account: what is open, what is paid, what is stored.
import { beforeAll, describe, expect, test } from 'vitest'
import { dictationLimits, fileLimits, storageLimits } from '#contract/catalogue/plans.ts'
import { dictationKey } from '#domain/dictation.ts'
import { attachedBytesKey } from '#domain/stored-bytes.ts'
import { docx, textFile } from '../support/files.ts'
import { type AccountKind, accountKinds } from '../support/worker/account-kinds.ts'
import { attach, attachRead } from '../support/worker/attaching.ts'
import { cardFor } from '../support/worker/console.ts'
import { later, moneyOf, sendWith, standingQueues, submitted } from '../support/worker/generating.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { newOperator, type OperatorPerson } from '../support/worker/operating.ts'
import { answered, dataOf, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg, noisyPng } from '../support/worker/pictures.ts'
import { webm } from '../support/worker/recordings.ts'
import { bytesOfDay, leaveOfDay, leftOfDay, newConversation, say } from '../support/worker/storing.ts'
import { send } from '../support/worker/versions.ts'

hashCheaply()

const refused = { status: 403, code: 'MODEL_NOT_IN_PLAN' }
const spentBy = async (person: Person) => 100 - (await moneyOf(person)).availableTokens
const charged = { status: 200, data: { billing: { siteTokens: expect.any(Number) } } }

let owner: OperatorPerson
beforeAll(async () => {
  owner = await newOperator('owner')
})
const photo = noisyPng(600, 600)

/** One of each plan. What is open and paid is walked with all kinds, and so is that each is on one of these plans. */
const ofEachPlan = ({ name }: AccountKind) =>
  ['a free account', 'an account that bought tokens', 'an account with Premium as a gift'].includes(name)

describe.each(accountKinds.filter(ofEachPlan))('$name', ({ plan, make }) => {
  const pays = plan !== 'premium'
  /** Tokens that are charged for this price. */
  const cost = (price: number) => (pays ? price : 0)

  test('attaches pictures, texts and documents, and asks about them', async () => {
    const person = await make()
    const id = await newConversation(person)
    const files = [
      await attach(person, jpeg),
      await attach(person, photo),
      await attach(person, textFile('город;жители'), { name: 'города.csv' }),
      await attach(person, textFile('Report'), { name: 'report.txt' }),
      await attachRead(person, docx('План'))
    ]
    expect(files.map(({ state }) => state)).toEqual(Array(5).fill('ready'))
    const asked = await send(person, id, 'Кратко: что здесь?', { attachments: files.map((file) => file.id) })
    expect(await answered(asked)).toMatchObject(charged)
    // 5 for the model; two pictures of 4,800 tokens and three short texts are 3,000 tokens of input each that is begun.
    expect(await spentBy(person)).toBe(cost(5 + 4))
  })

  test('has a day of files of its own', async () => {
    const person = await make()
    await attach(person, jpeg)
    const left = fileLimits[plan].bytesPerDay / 1000 - Math.ceil(jpeg.length / 1000)
    expect(await leftOfDay(person, attachedBytesKey)).toBe(left)
  })

  test('stores chats, roles, folders, copies and imported conversations, within the day of the plan', async () => {
    const person = await make()
    const id = await newConversation(person)
    expect(await say(person, id, 'я'.repeat(100_000))).toMatchObject({ status: 200 })
    const steps = [
      ['POST', '/chat/roles', { name: 'Редактор', instruction: 'Пиши просто', model: null }],
      ['POST', '/chat/folders', { name: 'Работа' }],
      ['POST', '/library/folders', { name: 'Обложки' }],
      ['PUT', `/chat/conversations/${id}/instruction`, { role: 'Редактор', instruction: 'Пиши просто' }],
      ['POST', `/chat/conversations/${id}/shares`, {}],
      [
        'POST',
        '/chat/import',
        {
          source: 'chatgpt:1',
          title: 'Риф',
          model: 'gpt-4',
          messages: [{ role: 'user', content: 'Что это?', created_at: 1 }]
        }
      ]
    ] as const
    for (const [method, path, body] of steps)
      expect([
        path,
        (await answered(await person.send(method, path, body, { 'idempotency-key': crypto.randomUUID() }))).status
      ]).toEqual([path, 200])
    const day = await bytesOfDay(person)
    expect(day).toBeLessThan(storageLimits[plan].bytesPerDay - 200_000)
    expect(day).toBeGreaterThan(storageLimits[plan].bytesPerDay - 1_000_000)
  })

  test('has help with a prompt and dictation', async () => {
    const person = await make()
    const help = { service: 'flux', idea: 'рыжий кот' }
    const key = { 'idempotency-key': crypto.randomUUID() }
    expect(await answered(await person.send('POST', '/ai/prompt', help, key))).toMatchObject({ status: 200 })
    expect(await spentBy(person)).toBe(cost(1))
    const audio = Buffer.from(webm).toString('base64')
    expect(await answered(await person.send('POST', '/ai/audio/transcribe', { audio }))).toMatchObject({ status: 200 })
  })

  test('has a day of dictation of its own, counted by what was spoken', async () => {
    const person = await make()
    const audio = Buffer.from(webm).toString('base64')
    const dictate = async () => answered(await person.send('POST', '/ai/audio/transcribe', { audio }))
    expect(await dictate()).toMatchObject({ status: 200 })
    const { secondsPerDay } = dictationLimits[plan]
    // Of 0.6 seconds.
    expect(await leftOfDay(person, dictationKey)).toBe(secondsPerDay - 1)
    await leaveOfDay(person, 0, dictationKey)
    const refusal = await dictate()
    expect(refusal).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      error: `Голосовой ввод бесплатный до ${secondsPerDay / 60} минут в сутки. На сегодня они закончились, продолжите позже`
    })
    expect(refusal.retryAfter).toBeGreaterThan(0)
    expect(await spentBy(person)).toBe(0)
    await leaveOfDay(person, 1, dictationKey)
    expect(await dictate()).toMatchObject({ status: 200 })
  })
})

describe.each(accountKinds)('$name', ({ plan, make }) => {
  test('asks a basic model, and another one where the plan opens it', async () => {
    const person = await make()
    const id = await newConversation(person)
    expect(await answered(await send(person, id, 'Кратко: что такое риф?'))).toMatchObject(charged)
    const other = await answered(await send(person, id, 'Кратко: что такое атолл?', { model: 'gpt-4o' }))
    expect(other).toMatchObject(plan === 'free' ? refused : charged)
    const price = plan === 'free' ? 5 : 15
    expect(await spentBy(person)).toBe(plan === 'premium' ? 0 : price)
  })

  test('makes pictures with basic settings, and with others where the plan opens them', async () => {
    const person = await make()
    const { bindings } = standingQueues()
    const ask = (path: string, body: object) => sendWith(person, bindings, path, { body, headers: later })
    const accepted = [
      await submitted(await ask('/ai/image/flux', { prompt: 'Кот' })),
      await submitted(await ask('/ai/image/edit', { image: dataUrl('image/jpeg', jpeg), prompt: 'Закат' })),
      await submitted(await ask('/ai/audio/elevenlabs', { prompt: 'Привет' }))
    ]
    const other = await ask('/ai/image/flux', { prompt: 'Кот', model: 'flux-pro' })
    if (plan !== 'free') accepted.push(await submitted(other))
    else expect(await answered(other)).toMatchObject(refused)
    const price = accepted.reduce((sum, { job }) => sum + job.priceTokens, 0)
    expect((await moneyOf(person)).reservedTokens).toBe(plan === 'premium' ? 0 : price)
  })

  test('is shown its plan, as operators are', async () => {
    const person = await make()
    expect(await dataOf(await person.send('GET', '/auth/profile'))).toMatchObject({ user: { plan } })
    const card = await cardFor(owner, person.userId)
    expect(card).toMatchObject({ account: { plan }, limits: { stored_bytes_max: storageLimits[plan].bytesMax } })
  })
})
