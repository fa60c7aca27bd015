// What models of a chat propose to make: the cards below their answers.
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { refuse, succeed } from '../fake-api.ts'
import { completed, running } from '../jobs-sample.ts'
import { png } from '../pictures.ts'
import { toasts } from '../toasts.ts'
import { beginUploading } from '../upload-form.tsx'
import { doneEvent, openStream, startEvent } from './answer-server.ts'
import { messageOf, pictureFile } from './chat-server.ts'
import { ask, field, openChat } from './open-chat.tsx'
import {
  answer,
  cards,
  choose,
  create,
  one,
  openCreate,
  orderServer,
  panel,
  question,
  submitIn,
  workOf
} from './works-server.ts'
import { write } from '../write.ts'

const cat: WorkProposal = { kind: 'picture', prompt: 'Рыжий кот на крыше' }
const night: WorkProposal = { kind: 'change', prompt: 'Теперь ночью' }
const film: WorkProposal = { kind: 'film', prompt: 'Кот потягивается' }

const proposing = (...proposals: WorkProposal[]) => [question, { ...answer, proposals }]
const picture = completed({
  id: 'operation-9',
  service: 'flux',
  parameters: { prompt: 'Маяк', model: 'flux-schnell', aspectRatio: '1:1' }
})

test('a proposal is ordered by a click, at the price that it says, and is marked after a reload', async () => {
  const server = orderServer(proposing(cat))
  const { user, leave } = await openChat('/chatgpt?chat=1')
  const card = await one()
  expect(card.getByText('Картинка')).toBeTruthy()
  expect(card.getByText(cat.prompt)).toBeTruthy()
  expect(card.getByText('DALL-E 3 · 1024×1024, квадрат')).toBeTruthy()
  expect(card.getByText('5 токенов')).toBeTruthy()
  expect(server.orders()).toEqual([])
  await user.dblClick(await create())

  await cards()
  expect(await card.findByText('Создаётся')).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  const [order, ...more] = server.orders()
  expect(more).toEqual([])
  expect(order?.path).toBe('/ai/image/dalle')
  expect(order?.body).toMatchObject({ conversationId: 1, prompt: cat.prompt })
  expect(order?.body).not.toHaveProperty('unasked')
  expect([order?.headers.get('idempotency-key'), order?.headers.get('x-price-shown')]).toEqual(['first-p0', '5'])
  leave()

  await openChat('/chatgpt?chat=1')
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders()).toHaveLength(1)
})

test('the tool that was chosen last makes it, with its settings', async () => {
  const server = orderServer(proposing(cat))
  const { user } = await openChat('/chatgpt?chat=1')
  await openCreate(user)
  await choose(user, 'Инструмент', /^Flux/)
  const card = await one()
  expect(await card.findByText(/^Flux/)).toBeTruthy()
  expect(card.getByText('1 токен')).toBeTruthy()
  await user.click(await create())
  await cards()
  expect(server.orders().map(({ path }) => path)).toEqual(['/ai/image/flux'])
})

test('a refused order says why and is tried again under the same id', async () => {
  let times = 0
  const server = orderServer(proposing(cat), () =>
    (times += 1) === 1 ? refuse(402, { code: 'INSUFFICIENT_TOKENS', error: 'Мало токенов' }) : null
  )
  const { user } = await openChat('/chatgpt?chat=1')
  await user.click(await create())
  expect((await (await one()).findByRole('alert')).textContent).toBe('Недостаточно токенов для выполнения запроса')
  await user.click(await create())
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect((await one()).queryByRole('alert')).toBeNull()
  expect(server.orders().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['first-p0', 'first-p0'])
})

test('an order that was given up for good is tried under another id', async () => {
  const server = orderServer(proposing(cat), ({ headers }) =>
    headers.get('idempotency-key') === 'first-p0'
      ? refuse(409, { code: 'JOB_NOT_SUBMITTED', error: 'Не принято' })
      : null
  )
  const { user } = await openChat('/chatgpt?chat=1')
  await user.click(await create())
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['first-p0', 'first-p0-r2'])
})

test('a change takes the newest picture of the chat', async () => {
  const server = orderServer([...workOf(picture), ...proposing(night)])
  const { user } = await openChat('/chatgpt?chat=1')
  expect((await one()).getByText('Из этой картинки')).toBeTruthy()
  await user.click(await create())
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders()[0]?.body).toMatchObject({ image: 'work:operation-9.0', prompt: night.prompt })
})

test('a change without a picture orders nothing and opens the panel', async () => {
  const server = orderServer(proposing(night))
  const { user } = await openChat('/chatgpt?chat=1')
  expect((await one()).getByText('Нужна картинка: в этом чате её пока нет')).toBeTruthy()
  await user.click((await one()).getByRole('button', { name: 'Выбрать картинку' }))
  const opened = within(await panel())
  expect(opened.getByRole('radio', { name: 'Изменить картинку', checked: true })).toBeTruthy()
  expect(field().value).toBe(night.prompt)
  expect(server.orders()).toEqual([])
})

test('a change waits for a picture that is being made', async () => {
  orderServer([...workOf(picture), ...workOf(running({ id: 'operation-10' }), { id: 22 }), ...proposing(night)])
  await openChat('/chatgpt?chat=1')
  expect(await (await one()).findByText('Картинка ещё создаётся')).toBeTruthy()
  expect((await create()).hasAttribute('disabled')).toBe(true)
})

test('a film begins with the picture of the chat, unless its user wants none', async () => {
  const server = orderServer([...workOf(picture), ...proposing(film)])
  const { user } = await openChat('/chatgpt?chat=1')
  const card = await one()
  expect(card.getByText(/^Runway · Видео из изображения/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Без картинки' }))
  expect(card.getByText(/^Luma/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Начать с картинки из чата' }))
  expect(card.getByText(/^Runway · Видео из изображения/)).toBeTruthy()
  expect(server.orders()).toEqual([])
})

test('a film does not begin with a picture of long ago, unless its user wants that', async () => {
  const between = [3, 4, 5, 6].map((id) => messageOf(id + 30, id % 2 === 1 ? 'user' : 'assistant'))
  orderServer([...workOf(picture), ...between, ...proposing(film)])
  const { user } = await openChat('/chatgpt?chat=1')
  const card = await one()
  expect(card.getByText(/^Luma/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Начать с картинки из чата' }))
  expect(card.getByText(/^Runway · Видео из изображения/)).toBeTruthy()
})

test('a change takes a picture that its user has attached', async () => {
  beginUploading()
  const file = new Blob([new Uint8Array(png())], { type: 'image/png' })
  const server = orderServer(
    [
      { ...question, attachments: [pictureFile] },
      { ...answer, proposals: [night] }
    ],
    undefined,
    [],
    {
      answers: {
        'GET /files/file-1': () => Object.assign(succeed(), { blob: async () => file })
      }
    }
  )
  const { user } = await openChat('/chatgpt?chat=1')
  await user.click(await create())
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders()[0]?.body).toMatchObject({ image: expect.stringMatching(/^data:image\/png;base64,/) as string })
})

test('«Изменить» puts the words into the panel, and gives a draft back', async () => {
  const server = orderServer(proposing(cat))
  const { user } = await openChat('/chatgpt?chat=1')
  await write(user, field(), 'Черновик')
  await user.click((await one()).getByRole('button', { name: 'Изменить' }))
  expect(within(await panel()).getByRole('radio', { name: 'Картинка', checked: true })).toBeTruthy()
  expect(field().value).toBe(cat.prompt)
  expect(toasts).toContain('info: Описание заменило ваш черновик')
  await write(user, field(), ', закат')
  await user.click(await submitIn())
  await cards()
  expect(server.orders()[0]?.body).toMatchObject({ prompt: `${cat.prompt}, закат` })
  // Another request than the proposed one.
  expect(await create()).toBeTruthy()
})

test('a click while the answer is still written orders once it is saved', async () => {
  const { response, send, close } = openStream()
  const saved = [question, answer]
  const server = orderServer(saved, undefined, [], {
    answers: {
      'POST /ai/text': () => {
        send(startEvent)
        send({ type: 'delta', text: 'Вот так:' })
        send({ type: 'proposal', ...cat })
        return response()
      }
    }
  })
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй кота')
  await user.click(await create())
  expect((await create()).getAttribute('aria-busy')).toBe('true')
  expect(server.orders()).toEqual([])
  const id = server.keys()[0]!
  saved.push(
    messageOf(31, 'user', { content: 'Нарисуй кота', operation_id: id }),
    messageOf(32, 'assistant', { content: 'Вот так:', operation_id: id, parent_id: 31, proposals: [cat] })
  )
  send(doneEvent)
  close()
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders().map(({ headers }) => headers.get('idempotency-key'))).toEqual([`${id}-p0`])
})

test('a tool that is not connected is not offered', async () => {
  const voice: WorkProposal = { kind: 'voice', prompt: 'Добрый день' }
  orderServer(proposing(voice), undefined, [], {
    answers: {
      'GET /prices': () => succeed({ now: Date.now(), changes: [], models: [], unconnected: ['/elevenlabs'] })
    }
  })
  await openChat('/chatgpt?chat=1')
  expect(await (await one()).findByText('Сейчас это не работает')).toBeTruthy()
  expect((await one()).queryByRole('button')).toBeNull()
})
