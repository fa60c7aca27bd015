// The models that operators have added and taken off sale, on the pages of chats.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ModelChange } from '#contract/catalogue/models.ts'
import { addedModel, catalogueModel, changeTo, manyModels } from '../../support/models.ts'
import { succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf, pictureFile } from './chat-server.ts'
import { address, ask, field, keepDraft, sendButton, startChat } from './open-chat.tsx'

const selling = (...models: ModelChange[]) => ({
  'GET /prices': () => succeed({ now: Date.now(), changes: [], models })
})
const qwen = addedModel('qwen3-max', { name: 'Qwen3 Max', priceTokens: 4 })
const chosen = (name: string) => screen.findByRole('button', { name: new RegExp(`^Модель.*${name}`) })

const oldChat = (model: string) => ({
  conversations: [conversationOf(1, { model })],
  saved: [messageOf(1, 'user', { model }), messageOf(2, 'assistant', { model })]
})

async function openAllModels(user: Awaited<ReturnType<typeof startChat>>['user']) {
  await user.click(screen.getByRole('button', { name: /^Модель/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Все модели' }))
  return screen.findByRole('combobox', { name: 'Найти модель' })
}

test('one that is added stands in the selector from its start time on, without a reload, and is asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, server } = await startChat('/chatgpt', {
    tokens: 100,
    plan: 'paid',
    answers: selling(changeTo(qwen, Date.now() + 30_000))
  })
  await screen.findByText(/^100 токенов/)
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  await user.click(await chosen('GPT-4o mini'))
  await screen.findByRole('menuitemradio', { name: /^GPT-4 Turbo/ })
  expect(screen.queryByRole('menuitemradio', { name: /^Qwen3 Max/ })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Qwen3 Max.*4\sтокена/ }))
  await chosen('Qwen3 Max')
  await ask(user, 'Что такое мох?')
  await waitFor(() => expect(server.questions()).toMatchObject([{ body: { model: 'qwen3-max' } }]))
})

test('one that only «Все модели» shows is found by its id, and opens its page with itself chosen', async () => {
  const hidden = addedModel('glm-5', { name: 'GLM', service: 'claude', page: '/claude', isOnPage: false })
  const { user } = await startChat('/chatgpt', { answers: selling(changeTo(hidden)) })
  const search = await openAllModels(user)
  await user.type(search, 'glm-5')
  await user.click(await screen.findByRole('option', { name: /^GLM/ }))
  await waitFor(() => expect(address()).toBe('/claude'))
  const button = await chosen('GLM')
  await user.click(button)
  expect((await screen.findByRole('menuitemradio', { name: /^GLM/ })).ariaChecked).toBe('true')
})

test('of 200 models all are listed, and a word leaves what has it', async () => {
  const { user } = await startChat('/chatgpt', { answers: selling(...manyModels(200).map((one) => changeTo(one))) })
  const search = await openAllModels(user)
  await screen.findByText('Найдено моделей: 222')
  await user.click(search)
  await user.paste('model 19')
  await screen.findByText('Найдено моделей: 12')
})

test('a chat whose model is off sale goes on with what is sold in its place, and says so', async () => {
  const gone = catalogueModel('gpt-4o', { isOnSale: false, successor: 'qwen3-max' })
  const { user, server } = await startChat('/chatgpt?chat=1', {
    tokens: 100,
    plan: 'paid',
    ...oldChat('gpt-4o'),
    answers: selling(changeTo(qwen), changeTo(gone))
  })
  await screen.findByText('GPT-4o больше не продаётся, отвечает Qwen3 Max')
  const button = await chosen('Qwen3 Max')
  await user.click(button)
  await screen.findByRole('menuitemradio', { name: /^Qwen3 Max/ })
  expect(screen.queryByRole('menuitemradio', { name: /^GPT-4oотвечает|^GPT-4o$/ })).toBeNull()
  await user.keyboard('{Escape}')
  await ask(user, 'А дальше?')
  await waitFor(() => expect(server.questions()).toMatchObject([{ body: { model: 'qwen3-max' } }]))
})

test('without one in its place, and with a model that is not known, the model of the page answers', async () => {
  const gone = catalogueModel('gpt-4o', { isOnSale: false })
  const first = await startChat('/chatgpt?chat=1', { ...oldChat('gpt-4o'), answers: selling(changeTo(gone)) })
  await screen.findByText('GPT-4o больше не продаётся, отвечает GPT-4o mini')
  first.leave()
  await startChat('/chatgpt?chat=1', { ...oldChat('z-ai/glm-4'), answers: selling(changeTo(gone)) })
  await screen.findByText('glm-4 больше не продаётся, отвечает GPT-4o mini')
})

test('a chat whose model is answered for on the other page of its service is shown there', async () => {
  const gone = catalogueModel('gpt-4o', { isOnSale: false, successor: 'gpt-5-2025-08-07' })
  await startChat('/chatgpt?chat=1', { ...oldChat('gpt-4o'), answers: selling(changeTo(gone)) })
  await waitFor(() => expect(address()).toBe('/gpt5?chat=1'))
  await chosen('GPT-5')
})

test('the badge of the page names the model in place of its own', async () => {
  const gone = catalogueModel('gpt-4o-mini', { isOnSale: false, successor: 'qwen3-max' })
  const { user } = await startChat('/chatgpt', { answers: selling(changeTo(qwen), changeTo(gone)) })
  await chosen('Qwen3 Max')
  await user.click(screen.getByRole('button', { name: 'Генерация текста' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['ChatGPTQwen3 Max', 'Claude3 Sonnet'])
})

const blind = addedModel('blind', { name: 'Слепая', seesPictures: false })
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const refusal = 'Слепая не видит картинок. Уберите картинку или выберите другую модель'

test('a model that sees no pictures takes none, and other files', async () => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {}
    }
  )
  await startChat('/chatgpt?model=blind&prompt=%D0%9B', { answers: selling(changeTo(blind)) })
  await chosen('Слепая')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Приложить файлы' })).toHaveProperty('ariaDisabled', null)
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  // The bytes say what it is, not the name.
  fireEvent.change(input, { target: { files: [new File([png], 'снимок.txt'), new File(['Прибыль'], 'отчёт.txt')] } })
  const tray = await screen.findByRole('list', { name: 'Файлы запроса' })
  expect(within(tray).getAllByRole('listitem')).toHaveLength(1)
  expect(toasts).toEqual([`error: ${refusal}`])
})

test('chosen with pictures attached it says what to do, and the request waits', async () => {
  keepDraft('/chatgpt', { prompt: 'Что на снимке?', files: [pictureFile] })
  const { user } = await startChat('/chatgpt', {
    tokens: 100,
    answers: {
      ...selling(changeTo(blind)),
      'GET /chat/attachments/:id': () => succeed({ attachment: pictureFile })
    }
  })
  await waitFor(() => expect(field().value).toBe('Что на снимке?'))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(await chosen('GPT-4o mini'))
  await user.click(await screen.findByRole('menuitemradio', { name: /^Слепая/ }))
  await screen.findByText(refusal)
  expect(sendButton().disabled).toBe(true)
})
