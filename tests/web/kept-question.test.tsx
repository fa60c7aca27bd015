import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useLocation } from 'react-router-dom'
import { WayIn } from '#web/src/app/over-pages.tsx'
import { sendOnKey } from '#web/src/app/start/send-on-key.ts'
import { askNowIn } from '#web/src/base/page/ask-now.ts'
import { leaveHere } from '#web/src/base/session/session-store.ts'
import { registerAndSend } from '#web/src/base/session/way-in.ts'
import { keepQuestion, type KeptQuestion, keptQuestion } from '#web/src/base/session/kept-question.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { keptQuestionKey } from '#web/src/base/storage/unsent.ts'
import { sendFirst } from '#web/src/site/home/first-question.ts'
import { Page as HomePage } from '#web/src/app/home-page.tsx'
import { fakeApi, profileOf, signedInApi } from './fake-api.ts'
import { address, openPages } from './render-page.tsx'
import { write } from './write.ts'

const anna = profileOf('anna@example.ru').id

const question: KeptQuestion = {
  path: '/claude',
  prompt: 'Чем лиса отличается от волка?',
  model: 'claude-3-haiku',
  name: 'Claude 3 Haiku',
  priceTokens: 1,
  operationId: 'operation-1',
  owner: null,
  at: Date.now()
}

/** As a visit before has left it in this browser. */
const keep = (part: object = {}) => localStorage.setItem(keptQuestionKey, JSON.stringify({ ...question, ...part }))
const kept = () => JSON.parse(localStorage.getItem(keptQuestionKey) ?? 'null') as KeptQuestion | null

/** The page that sends the question, with what is handed to it. */
const Sending = () => <output aria-label="asked">{JSON.stringify(askNowIn(useLocation().state))}</output>

const openHome = () => openPages('/', { '/': <HomePage />, '/claude': <Sending />, '/dall-e-3': <Sending /> })
const card = () => screen.findByRole('region', { name: 'Ваш запрос' })
const queryCard = () => screen.queryByRole('region', { name: 'Ваш запрос' })
const handedOver = () => JSON.parse(screen.getByLabelText('asked').textContent) as unknown

/** The home page of Anna, once it shows that she is known. */
async function openAsAnna() {
  signedInApi({}, 10)
  const page = openHome()
  await screen.findByText(/^На счёте 10 токенов\./)
  return page
}

describe('the kept question on the home page', () => {
  test('stands first, with its price and the balance, and is sent once by one press', async () => {
    keep()
    const { user } = await openAsAnna()
    const shown = await card()
    expect(screen.getAllByRole('heading')[0]?.textContent).toBe('Ваш запрос ждёт')
    expect(within(shown).getByText(question.prompt)).toBeTruthy()
    expect(within(shown).getByText('Claude 3 Haiku · 1 токен, на счёте 10 токенов')).toBeTruthy()
    await user.click(within(shown).getByRole('button', { name: 'Отправить' }))
    const { prompt, model, priceTokens, operationId } = question
    expect([address(), handedOver(), kept()]).toEqual(['/claude', { prompt, model, priceTokens, operationId }, null])
  })

  test('opens in its form to be changed, and is not kept any more', async () => {
    keep()
    const { user } = await openAsAnna()
    await user.click(within(await card()).getByRole('button', { name: 'Изменить' }))
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      prompt: question.prompt,
      model: 'claude-3-haiku'
    })
    expect([handedOver(), kept()]).toEqual([null, null])
  })

  test('of a tool opens the form that still has its settings', async () => {
    keep({ path: '/dall-e-3', model: null, operationId: null })
    const { user } = await openAsAnna()
    await user.click(within(await card()).getByRole('button', { name: 'Изменить' }))
    expect(address()).toBe('/dall-e-3')
  })

  test('is only a page where that was all that waited', async () => {
    keep({ path: '/dall-e-3', prompt: '', name: 'DALL-E 3', model: null, priceTokens: null, operationId: null })
    const { user } = await openAsAnna()
    expect(within(await card()).getByRole('heading').textContent).toBe('Вы хотели открыть «DALL-E 3»')
    await user.click(screen.getByRole('button', { name: 'Продолжить' }))
    expect([address(), handedOver(), kept()]).toEqual(['/dall-e-3', null, null])
  })

  test('is put away', async () => {
    keep()
    const { user } = await openAsAnna()
    await user.click(within(await card()).getByRole('button', { name: 'Убрать' }))
    expect([queryCard(), kept()]).toEqual([null, null])
  })

  test('belongs to the first user who sees it', async () => {
    keep()
    const first = await openAsAnna()
    await card()
    await waitFor(() => expect(kept()?.owner).toBe(anna))
    first.unmount()
    keep({ owner: 'id-of-another' })
    await openAsAnna()
    await act(() => import('#web/src/site/home/kept-question.tsx'))
    expect([queryCard(), kept()?.owner]).toEqual([null, 'id-of-another'])
  })

  test('leaves with the drafts when its user signs out', async () => {
    keep()
    await openAsAnna()
    await card()
    act(() => leaveHere())
    await waitFor(() => expect(queryCard()).toBeNull())
    expect(kept()).toBeNull()
  })

  test('disappears when it is sent in another tab', async () => {
    keep()
    await openAsAnna()
    await card()
    localStorage.removeItem(keptQuestionKey)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: keptQuestionKey })))
    expect(queryCard()).toBeNull()
  })
})

test.each([
  ['older than seven days', { at: Date.now() - 7 * 86_400_000 }],
  ['of another site', { path: '//evil.example/' }],
  ['with a script for an address', { path: 'javascript:alert(1)' }],
  ['without a price in tokens', { priceTokens: 1.5 }],
  ['without words', { prompt: undefined }]
])('a question %s is not shown, and deleted', (_, part) => {
  keep(part)
  beginNewPage()
  expect([keptQuestion(), kept()]).toEqual([null, null])
})

test('a browser that blocks storage keeps the question until a reload', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  keepQuestion(question)
  expect(keptQuestion()).toEqual(question)
})

/** The words for users, which a style sheet hides, are part of its text. */
const sendButton = () => screen.getByRole('button', { name: (name) => name.startsWith(registerAndSend) })

const openFirst = () =>
  openPages('/', {
    '/': (
      <>
        <HomePage />
        <WayIn />
      </>
    ),
    '/claude': <Sending />,
    '/xai': <Sending />
  })

const writeFor = async (user: ReturnType<typeof openFirst>['user'], model: RegExp) => {
  const field = screen.getByRole('textbox', { name: 'Ваш запрос' })
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Модель' })
  await write(user, field, '  Что такое квант?  ')
  await user.selectOptions(choice, within(choice).getByRole('option', { name: model }))
}

describe('the first question', () => {
  test('of a visitor waits for the registration, which opens over it', async () => {
    const { calls } = fakeApi({})
    const { user } = openFirst()
    await writeFor(user, /^Grok-2/)
    await user.click(sendButton())
    const dialog = await screen.findByRole('dialog', { name: 'Создать аккаунт' })
    expect(within(dialog).getByText('Что такое квант?')).toBeTruthy()
    expect(kept()).toMatchObject({
      path: '/xai',
      prompt: 'Что такое квант?',
      model: 'grok-2',
      priceTokens: 3,
      owner: null
    })
    expect(calls()).toEqual([])
  })

  test('of a user is sent at once by the page of its model', async () => {
    signedInApi({}, 10)
    const { user } = openFirst()
    await screen.findByText(/^На счёте 10 токенов\./)
    await writeFor(user, /^Claude 3 Haiku/)
    // The first script of the document listens for them.
    sendOnKey()
    await user.type(screen.getByRole('textbox', { name: 'Ваш запрос' }), '{Shift>}{Enter}{/Shift}')
    expect(screen.queryByLabelText('asked')).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Ваш запрос' }), '{Enter}')
    await screen.findByLabelText('asked')
    expect(handedOver()).toMatchObject({ prompt: 'Что такое квант?', model: 'claude-3-haiku', priceTokens: 1 })
    expect(kept()).toBeNull()
  })

  test('is handed over once, however often it is sent before the page is left', async () => {
    signedInApi({}, 10)
    const { user } = openFirst()
    await screen.findByText(/^На счёте 10 токенов\./)
    await writeFor(user, /^Claude 3 Haiku/)
    const form = sendButton().closest('form')!
    const navigate = vi.fn<(to: unknown) => void>()
    const sender = { isUser: true, navigate, handOver: () => Promise.resolve({ state: null }) }
    await Promise.all([sendFirst(form, sender), sendFirst(form, sender)])
    expect(navigate).toHaveBeenCalledOnce()
  })

  test('is not sent again by a key that is held down', async () => {
    signedInApi({}, 10)
    const { user } = openFirst()
    await writeFor(user, /^Claude 3 Haiku/)
    sendOnKey()
    const submitted = vi.fn<() => void>()
    sendButton().addEventListener('click', submitted)
    const isTyped = fireEvent.keyDown(screen.getByRole('textbox', { name: 'Ваш запрос' }), {
      key: 'Enter',
      repeat: true
    })
    expect([isTyped, submitted.mock.calls]).toEqual([false, []])
  })

  test('of a user whose session is still read is not one of a stranger', async () => {
    const profile = Promise.withResolvers<Response>()
    signedInApi({ 'GET /auth/profile': () => profile.promise }, 10)
    const { user } = openFirst()
    await writeFor(user, /^Claude 3 Haiku/)
    await user.click(sendButton())
    await screen.findByLabelText('asked')
    expect([kept(), screen.queryByRole('dialog')]).toEqual([null, null])
  })

  test('that is empty gets the focus and opens nothing', async () => {
    fakeApi({})
    const { user } = openFirst()
    await user.click(sendButton())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Ваш запрос' })))
    expect([screen.queryByRole('dialog'), kept()]).toEqual([null, null])
  })
})
