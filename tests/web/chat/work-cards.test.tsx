// The cards of works in a chat.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announceMessage } from '#web/src/base/live/live-bus.ts'
import * as keptFiles from '#web/src/media/form/kept-files.ts'
import { forgetJobs, learnJobs } from '#web/src/media/job/job-store.ts'
import { completed, failed, finished, jobOf } from '../jobs-sample.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { field, openChat } from './open-chat.tsx'
import { panel, submitIn, cards, openCreate, orderServer, question, answer, workOf } from './works-server.ts'
import { write } from '../write.ts'

const picture = completed({
  id: 'operation-9',
  service: 'flux',
  parameters: { prompt: 'Кот на крыше', model: 'flux-schnell', aspectRatio: '1:1' }
})

test('a card shows its result, and goes on with it in the chat', async () => {
  const server = orderServer([question, answer, ...workOf(picture)])
  const { user } = await openChat('/chatgpt?chat=1')
  const [card] = await cards()
  expect(within(card!).getByRole('img', { name: 'Кот на крыше' }).getAttribute('loading')).toBe('lazy')
  expect(within(card!).getByRole('link', { name: 'Открыть в студии' }).getAttribute('href')).toBe(
    '/flux?repeat=operation-9'
  )
  await user.click(within(card!).getByRole('button', { name: 'Изменить' }))
  const opened = await panel()
  expect(within(opened).getByRole('radio', { name: 'Изменить картинку', checked: true })).toBeTruthy()
  await write(user, field(), 'Теперь ночью')
  await user.click(await submitIn())
  await waitFor(async () => expect(await cards()).toHaveLength(2))
  expect(server.orders()[0]?.body).toMatchObject({
    image: 'work:operation-9.0',
    prompt: 'Теперь ночью',
    conversationId: 1
  })
})

test('the picture of a card does not appear in the panel of another chat', async () => {
  const messages = { 1: [question, answer, ...workOf(picture)], 2: [messageOf(3, 'user', { content: 'Другой' })] }
  chatServer({ plan: 'paid', messages, conversations: [conversationOf(1), conversationOf(2)] })
  const { user } = await openChat('/chatgpt?chat=1')
  const [card] = await cards()
  await user.click(within(card!).getByRole('button', { name: 'Изменить' }))
  expect(await within(await panel()).findByRole('button', { name: 'Убрать' })).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: /Чат 2/ }))
  await screen.findByText('Другой')
  await openCreate(user)
  expect(within(await panel()).getByRole('radio', { name: 'Изменить картинку', checked: true })).toBeTruthy()
  expect(within(await panel()).queryByRole('button', { name: 'Убрать' })).toBeNull()
})

test('the picture that was chosen for a work is there after a reload, and gone once the work is ordered', async () => {
  const kept = new Map<string, keptFiles.KeptFiles>()
  vi.spyOn(keptFiles, 'readKeptFiles').mockImplementation(async (key) => kept.get(key) ?? null)
  vi.spyOn(keptFiles, 'keepFiles').mockImplementation(async (key, files) => void kept.set(key, files))
  orderServer([question, answer, ...workOf(picture)])
  const first = await openChat('/chatgpt?chat=1')
  await first.user.click(within((await cards())[0]!).getByRole('button', { name: 'Изменить' }))
  await within(await panel()).findByRole('button', { name: 'Убрать' })
  first.leave()

  const { user } = await openChat('/chatgpt?chat=1')
  await cards()
  await openCreate(user)
  await user.click(within(await panel()).getByRole('radio', { name: 'Изменить картинку' }))
  await within(await panel()).findByRole('button', { name: 'Убрать' })
  await write(user, field(), 'Теперь ночью')
  await user.click(await submitIn())
  await waitFor(() => expect([...kept.values()].map(({ files }) => files)).toEqual([{}]))
})

test('a picture that another user of this browser has chosen is not shown, and not kept', async () => {
  const other = { owner: 'another-user', files: { image: 'work:operation-1.0' } }
  const kept = new Map<string, keptFiles.KeptFiles>()
  vi.spyOn(keptFiles, 'readKeptFiles').mockImplementation(async (key) => kept.get(key) ?? other)
  vi.spyOn(keptFiles, 'keepFiles').mockImplementation(async (key, files) => void kept.set(key, files))
  orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await screen.findByText('Здравствуйте')
  await openCreate(user)
  await user.click(within(await panel()).getByRole('radio', { name: 'Изменить картинку' }))
  await waitFor(() => expect(kept.size).toBeGreaterThan(0))
  expect([...kept.values()].every(({ files }) => Object.keys(files).length === 0)).toBe(true)
  expect(within(await panel()).queryByRole('button', { name: 'Убрать' })).toBeNull()
})

test('a panel that is shown again does not begin again with the picture of its card', async () => {
  const server = orderServer([question, answer, ...workOf(picture)], undefined, [conversationOf(2)])
  server.messages[2] = [messageOf(3, 'user', { content: 'Другой' })]
  const { user } = await openChat('/chatgpt?chat=1')
  const [card] = await cards()
  await user.click(within(card!).getByRole('button', { name: 'Изменить' }))
  await user.click(await within(await panel()).findByRole('button', { name: 'Убрать' }))
  await user.click(within(await panel()).getByRole('radio', { name: 'Видео' }))
  await user.click(await screen.findByRole('link', { name: /Чат 2/ }))
  await screen.findByText('Другой')
  expect(screen.queryByRole('region', { name: 'Создать' })).toBeNull()
  await user.click(await screen.findByRole('link', { name: /Чат 1/ }))
  expect(within(await panel()).getByRole('radio', { name: 'Видео', checked: true })).toBeTruthy()
})

test('a work is made again as another version, for the price that it says', async () => {
  const server = orderServer([question, answer, ...workOf(picture)])
  const { user } = await openChat('/chatgpt?chat=1')
  await user.click(await screen.findByRole('button', { name: 'Ещё раз · 1 токен' }))
  await screen.findByRole('group', { name: 'Версия ответа 2 из 2' })
  expect(server.orders()[0]?.body).toMatchObject({ conversationId: 1, answersMessageId: 11, prompt: 'Кот на крыше' })
})

test('a card follows its job, and says that it was deleted', async () => {
  const job = jobOf('flux')
  orderServer([question, answer, ...workOf(job)])
  await openChat('/chatgpt?chat=1')
  await screen.findByText('Создаём изображение')
  act(() => learnJobs([finished(job)]))
  await screen.findByRole('img', { name: 'Лиса в лесу' })
  act(() => forgetJobs([job.id]))
  await screen.findByText('Работа удалена')
})

test('a deleted work and a failed one say so', async () => {
  const gone = messageOf(14, 'assistant', { content: 'Картинка', operation_id: 'gone', parent_id: 13, works: [] })
  const asked = messageOf(13, 'user', { content: 'Второй', operation_id: 'gone', parent_id: 12 })
  orderServer([question, answer, ...workOf(failed({ service: 'flux' })), asked, gone])
  await openChat('/chatgpt?chat=1')
  expect(await screen.findByText('Работа удалена')).toBeTruthy()
  expect(await screen.findByText(/Модель перегружена/)).toBeTruthy()
  expect(
    screen.queryByRole('button', { name: 'Копировать ответ' })?.closest('[aria-label="Работа в чате"]') ?? null
  ).toBeNull()
})

test('a work that another device has ordered appears here', async () => {
  const server = orderServer([question, answer])
  await openChat('/chatgpt?chat=1')
  await screen.findByText('Здравствуйте')
  server.messages[1]?.push(...workOf(picture))
  act(() => announceMessage({ type: 'conversation', id: 1, change: 'updated' }))
  await cards()
})

test('the request of a work is no question that could be changed', async () => {
  orderServer([...workOf(picture)])
  await openChat('/chatgpt?chat=1')
  await cards()
  expect(screen.queryByRole('button', { name: 'Изменить запрос' })).toBeNull()
})
