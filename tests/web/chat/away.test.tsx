// A model that is away: another one is offered with its price, and asked the same by one press.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { catalogueModels } from '#contract/catalogue/models.ts'
import { nearestModel } from '#web/src/chat/away/nearest-model.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { messageOf } from './chat-server.ts'
import { address, ask, field, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

const modelNamed = (name: string) => catalogueModels.find((model) => model.name === name)!
const nearest = (away: string, mayAsk: (name: string) => boolean = () => true) =>
  nearestModel(catalogueModels, modelNamed(away), ({ name }) => mayAsk(name))?.name

describe('the model to ask instead', () => {
  test('is of another supplier and nearest in price, the cheaper one of two', () => {
    expect([nearest('GPT-4o mini'), nearest('Claude 3 Sonnet'), nearest('Grok-1')]).toEqual([
      'Grok-2',
      'Grok-1.5',
      'Claude 3 Haiku'
    ])
  })

  test('is one that the user can ask', () => {
    expect(nearest('GPT-4o mini', (name) => name !== 'Grok-2')).toBe('Claude 3 Sonnet')
    expect(nearest('GPT-4o mini', () => false)).toBeUndefined()
  })
})

const away = { 'POST /ai/text': () => refuse(503, { error: 'Сервис временно недоступен', code: 'UNAVAILABLE' }) }

test('a refused question is asked elsewhere by one press, with its words, and no toast repeats the note', async () => {
  const { server, user } = await startChat('/chatgpt', { answers: away })
  await ask(user, 'Почему осенью листья желтеют?')
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('GPT-4o mini: сервис временно недоступен')
  expect(toasts).toEqual([])
  expect(within(note).getByRole('button', { name: 'Помощь' })).toBeTruthy()
  await user.click(await within(note).findByRole('button', { name: 'Спросить Grok-2 · 3 токена' }))
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  expect(server.questions()[1]).toMatchObject({
    path: '/ai/text/xai',
    body: { prompt: 'Почему осенью листья желтеют?', model: 'grok-2' }
  })
})

test('a balance that pays for none is offered none', async () => {
  const { user } = await startChat('/claude', { tokens: 0, plan: 'free', answers: away })
  await ask(user, 'Привет')
  const note = (await screen.findByText(/сервис временно недоступен/)).parentElement!
  await within(note).findByRole('button', { name: 'Помощь' })
  expect(within(note).queryByRole('button', { name: /^Спросить/ })).toBeNull()
})

test('an answer that failed so says it in the dialog, and offers another model there', async () => {
  const { server, user } = await startChat('/claude?chat=1', {
    saved: [
      messageOf(1, 'user', { content: 'Что такое пуд?', model: 'claude-3-sonnet', operation_id: 'a'.repeat(32) }),
      messageOf(2, 'assistant', {
        content: '',
        parent_id: 1,
        model: 'claude-3-sonnet',
        operation_id: 'a'.repeat(32),
        outcome: 'failed',
        unavailable: true
      })
    ]
  })
  const answer = await screen.findByRole('article', { name: 'Ответ' })
  await within(answer).findByText('Сервис временно недоступен. Попробуйте позже. Токены не списаны')
  await user.click(await within(answer).findByRole('button', { name: 'Спросить Grok-1.5 · 2 токена' }))
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  expect(server.questions()[0]).toMatchObject({
    path: '/ai/text/xai',
    body: { prompt: 'Что такое пуд?', model: 'grok-1.5' }
  })
  await waitFor(() => expect(address()).toContain('/xai?chat='))
})

test('a model that is switched off is told before anything is asked, with another one to choose', async () => {
  const { user } = await startChat('/claude', {
    answers: {
      'GET /ai/status': () =>
        succeed({
          services: [
            {
              service: 'claude',
              kind: 'text',
              state: 'up',
              reason: 'Меняем ключи',
              modelsOff: [],
              typicalSeconds: null
            }
          ]
        })
    }
  })
  await screen.findByText('Временно не работает. Меняем ключи')
  await write(user, field(), 'Привет')
  await screen.findByRole('button', { name: 'Спросить Grok-1.5 · 2 токена' })
  await user.clear(field())
  await user.click(await screen.findByRole('button', { name: 'Выбрать Grok-1.5 · 2 токена' }))
  await waitFor(() => expect(address()).toBe('/xai'))
})

test('a service that is down as well is not offered', async () => {
  const down = { service: 'xai', kind: 'text', state: 'down', reason: null, modelsOff: [], typicalSeconds: null }
  const { user } = await startChat('/claude', {
    answers: { ...away, 'GET /ai/status': () => succeed({ services: [down] }) }
  })
  await ask(user, 'Привет')
  await screen.findByRole('button', { name: 'Спросить GPT-3.5 Turbo · 3 токена' })
})
