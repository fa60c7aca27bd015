import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { profileOf, refuse, succeed } from '../fake-api.ts'
import { eventsOf, heldAnswer, streamOf } from './answer-server.ts'
import { messageOf } from './chat-server.ts'
import { address, ask, field, sendButton, startChat, writeQuestion } from './open-chat.tsx'
import { toasts } from '../toasts.ts'
import { sessionState } from '#web/src/base/session/session-store.ts'

const answer = () => screen.findByRole('article', { name: 'Ответ' })

const refusing = (status: number, code: string) => ({
  answers: { 'POST /ai/text': () => refuse(status, { error: 'Нет', code }) }
})

describe('a first request that is refused', () => {
  test.each([
    [402, 'INSUFFICIENT_TOKENS'],
    [429, 'TOO_MANY_RUNNING'],
    [503, 'SERVICE_OFF'],
    [402, 'BUDGET_EXCEEDED'],
    [400, 'VALIDATION_FAILED']
  ])('with %i %s leaves no chat: its words are in the field, and are sent again in a new one', async (status, code) => {
    const { server, user } = await startChat('/chatgpt', refusing(status, code))
    await ask(user, 'Привет')
    await waitFor(() => expect(field().disabled).toBe(false))
    await waitFor(() => expect(field().value).toBe('Привет'))
    expect(server.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/chat/conversations/1?if=empty'
    ])
    expect([address(), screen.queryByRole('article', { name: 'Ваш запрос' })]).toEqual(['/chatgpt', null])
    await user.click(sendButton())
    await waitFor(() => expect(server.questions()).toHaveLength(2))
    expect(new Set(server.keys()).size).toBe(1)
    expect(server.calls().filter((call) => call === 'POST /chat/conversations')).toHaveLength(2)
    expect(toasts).not.toContain('success: Новый чат создан')
  })

  test('by a limit of the user says so at the composer alone, with the way to the limit', async () => {
    const text = 'Вы поставили себе лимит: 5 токенов в день. Он исчерпан'
    const { user } = await startChat('/chatgpt', {
      answers: { 'POST /ai/text': () => refuse(402, { error: text, code: 'BUDGET_EXCEEDED' }) }
    })
    await ask(user, 'Привет')
    const note = within((await screen.findByText(text)).closest<HTMLElement>('[role=alert]')!)
    expect(note.getByRole('link', { name: 'Изменить лимит' }).getAttribute('href')).toBe('/profile#limits')
    expect(toasts).toEqual([])
    await user.click(note.getByRole('button', { name: 'Скрыть' }))
    expect(screen.queryByText(text)).toBeNull()
  })

  test('stays in its chat when that is not empty', async () => {
    const { user } = await startChat('/chatgpt', {
      answers: {
        ...refusing(503, 'INTERNAL').answers,
        'DELETE /chat/conversations/:id': () => refuse(409, { code: 'CONFLICT' })
      }
    })
    await ask(user, 'Привет')
    await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
    await waitFor(() => expect(field().value).toBe('Привет'))
  })
})

describe('a request', () => {
  test('begins a conversation when it is the first, streams the answer and clears the field', async () => {
    const { server, user } = await startChat('/chatgpt')
    const prompt = 'Расскажи, почему осенью листья меняют цвет и опадают с деревьев'
    await ask(user, prompt)

    await within(await answer()).findByText('готов', { selector: 'strong' })
    await within(await answer()).findByText('Списано 5 токенов (~$0.0012)')
    await within(await answer()).findByText('Ответила GPT-6 Luna')
    expect(screen.getByRole('article', { name: 'Ваш запрос' }).textContent).toBe(prompt)
    expect(address()).toBe('/chatgpt?chat=1')
    expect(field().value).toBe('')
    expect(toasts).toEqual(['success: Новый чат создан'])
    expect(server.asked.find(({ path, method }) => method === 'POST' && path === '/chat/conversations')?.body).toEqual({
      title: 'Расскажи, почему осенью листья меняют цвет и опада...',
      service: 'chatgpt',
      model: 'gpt-4o-mini'
    })
    const [question] = server.questions()
    expect(question?.body).toEqual({
      projectTokens: 0,
      proposes: true,
      prompt,
      model: 'gpt-4o-mini',
      conversationId: 1
    })
    expect(question?.headers.get('accept')).toBe('text/event-stream')
    expect(question?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('keeps the indentation of its first line, and is not sent when there is nothing else', async () => {
    const { server, user } = await startChat('/chatgpt')
    fireEvent.change(field(), { target: { value: '  \n    \n' } })
    expect(sendButton().disabled).toBe(true)
    fireEvent.change(field(), { target: { value: ' \n\tfor a in b:\n\t\tprint(a)\n\n' } })
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    await user.click(sendButton())
    await within(await answer()).findByText('готов', { selector: 'strong' })
    const prompt = '\tfor a in b:\n\t\tprint(a)'
    const asked = screen.getByRole('article', { name: 'Ваш запрос' })
    expect(asked.textContent).toBe(prompt)
    // It has the direction of its own text.
    expect(asked.querySelector('p')?.dir).toBe('auto')
    expect(field().value).toBe('')
    const made = server.asked.find(({ path, method }) => method === 'POST' && path === '/chat/conversations')
    expect(made?.body).toMatchObject({ title: 'for a in b:\n\t\tprint(a)' })
    expect(server.questions()[0]?.body).toMatchObject({ prompt })
  })

  test('that is sent before the page knows whose session this is waits for that', async () => {
    const profile = Promise.withResolvers<Response>()
    const { server, user } = await startChat('/chatgpt', { answers: { 'GET /auth/profile': () => profile.promise } })
    await writeQuestion(user, 'Привет{Enter}')
    expect(server.questions()).toEqual([])
    profile.resolve(succeed({ user: profileOf('anna@example.ru') }))
    await within(await answer()).findByText('готов', { selector: 'strong' })
    expect(server.questions().map(({ body }) => body)).toEqual([
      { projectTokens: 0, prompt: 'Привет', model: 'gpt-4o-mini', conversationId: 1, proposes: true }
    ])
  })

  test.each([
    ['goes on typing meanwhile', ' и ещё', () => succeed({ user: profileOf('anna@example.ru') })],
    ['cannot be read', '', () => refuse(500)]
  ])('is not sent by itself when its user %s', async (_, more, answered) => {
    const profile = Promise.withResolvers<Response>()
    const { server, user } = await startChat('/chatgpt', { answers: { 'GET /auth/profile': () => profile.promise } })
    await writeQuestion(user, `Привет{Enter}${more}`)
    profile.resolve(answered())
    await waitFor(() => expect(sessionState().status).toBe('signed-in'), { timeout: 5000 })
    expect(server.questions()).toEqual([])
    expect(field().value).toBe(`Привет${more}`)
  })

  test('keeps the field locked until its new conversation is shown', async () => {
    const { user } = await startChat('/chatgpt')
    await writeQuestion(user, 'Привет')
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    const unlockedAt: (string | null)[] = []
    const observer = new MutationObserver(() => field().disabled || unlockedAt.push(address()))
    fireEvent.click(sendButton())
    expect(field().disabled).toBe(true)
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    await within(await answer()).findByText(/^Списано 5 токенов/)
    observer.disconnect()
    expect(new Set(unlockedAt)).toEqual(new Set(['/chatgpt?chat=1']))
  })

  test('locks the field, and its button is busy until it is accepted, then stops the answer', async () => {
    const held = heldAnswer()
    const accepting = Promise.withResolvers<void>()
    const { user } = await startChat('/chatgpt', {
      answers: {
        'POST /ai/text': async () => {
          await accepting.promise
          return held.response
        },
        'DELETE /ai/text/answers/:id': held.stop
      }
    })
    await ask(user, 'Привет')
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Генерирую ответ...' })
    expect([busy.ariaDisabled, field().disabled]).toEqual(['true', true])
    accepting.resolve()
    await within(await answer()).findByText('Половина')
    expect(busy.isConnected).toBe(false)
    const stop = screen.getByRole('button', { name: 'Генерирую ответ... Остановить' })
    expect([stop.textContent, stop.title]).toEqual(['Генерирую ответ...', 'Остановить'])
    stop.focus()
    await user.keyboard('{Enter}')
    await within(await answer()).findByText('Остановлено. Списано 2 токена, возвращено 3')
    // The button has left, and a keyboard goes on in the field.
    expect(document.activeElement).toBe(field())
    expect(toasts).not.toContainEqual(expect.stringContaining('Остановлено'))
    expect(field().disabled).toBe(false)
  })

  test('is sent once when the user clicks several times', async () => {
    const { server, user } = await startChat('/claude')
    await writeQuestion(user, 'Привет')
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    const button = sendButton()
    fireEvent.click(button)
    fireEvent.click(button)
    if (button.form) fireEvent.submit(button.form)
    await screen.findByText(/^Списано/)
    expect(server.questions()).toHaveLength(1)
    expect(server.calls().filter((call) => call === 'POST /chat/conversations')).toHaveLength(1)
  })

  test('whose answer failed returns to the field, keeps the partial text and is repeated under a new id', async () => {
    const failed = eventsOf(['Начало'], {
      type: 'error',
      outcome: 'failed',
      failure: { code: 'PROVIDER_FAILED', text: 'Модель не смогла ответить. Токены не списаны' },
      settlement: { priceTokens: 5, chargedTokens: 0, returnedTokens: 5, balanceTokens: 10 }
    })
    const { server, user } = await startChat('/xai', { events: failed })
    await writeQuestion(user, 'Привет')
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    await user.type(field(), '{Enter}')
    await within(await answer()).findByText('Ответ прервался. Токены не списаны')
    await within(await answer()).findByText('Начало')
    expect(toasts).toEqual(['success: Новый чат создан'])
    await waitFor(() => expect(field().value).toBe('Привет'))
    await user.click(await screen.findByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(server.questions()).toHaveLength(2))
    const [first, second] = server.questions().map(({ body }) => body as object)
    expect(second).toEqual({ ...first, answersMessageId: expect.any(Number) })
    expect(screen.getAllByRole('article').map((article) => article.ariaLabel)).toEqual(['Ваш запрос', 'Ответ'])
    expect(field().value).toBe('')
  })

  test('whose conversation cannot be created shows an error and stays in the field', async () => {
    const { server, user } = await startChat('/gpt5', {
      answers: { 'POST /chat/conversations': () => refuse(500, { error: 'Нет' }) }
    })
    await ask(user, 'Привет')
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка при создании чата']))
    await waitFor(() => expect(field().value).toBe('Привет'))
    expect(server.questions()).toEqual([])
  })

  test('whose answer runs when the page is opened again is joined and not sent twice', async () => {
    const { server } = await startChat('/chatgpt?chat=1', {
      saved: [messageOf(1, 'user', { content: 'Что было?', operation_id: 'operation-1' })],
      answers: { 'GET /ai/text/answers/:id': () => streamOf(eventsOf(['Было ', 'так.']), -1) }
    })
    await within(await answer()).findByText('Было так.')
    expect(screen.getByRole('article', { name: 'Ваш запрос' }).textContent).toBe('Что было?')
    await within(await answer()).findByText('Списано 5 токенов (~$0.0012)')
    expect(toasts).toEqual([])
    expect(server.questions()).toEqual([])
    expect(server.calls().filter((call) => call.includes('/answers/'))).toEqual(['GET /ai/text/answers/operation-1'])
  })

  test('whose answer the server has lost says so, and can be repeated', async () => {
    const { server, user } = await startChat('/chatgpt?chat=1', {
      saved: [messageOf(1, 'user', { content: 'Что было?', operation_id: 'operation-1' })],
      answers: { 'GET /ai/text/answers/:id': () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' }) }
    })
    await within(await answer()).findByText('Ответ не сохранился. Токены не списаны')
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(server.questions()[0]?.body).toMatchObject({ prompt: 'Что было?', answersMessageId: 1 }))
  })
})
