import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { accountOf, fakeApi, keepTokens, profileOf, refuse, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { Page as ProfilePage } from '#web/src/people/profile/page.tsx'
import { Page as ConfirmEmailChangePage } from '#web/src/people/profile/confirm-email-change-page.tsx'

const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const times = { createdAt: 1_795_000_000_000, lastSeenAt: 1_795_000_000_000 }
const sessions = [
  { id: 'one', userAgent: windowsChrome, ip: '203.0.113.7', place: 'Казань, RU', current: true, ...times },
  { id: 'two', userAgent: iphone, ip: '198.51.100.4', place: null, current: false, ...times }
]

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  keepTokens('anna')
  const api = fakeApi({
    'GET /user/tokens': () => succeed(accountOf(7)),
    'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
    'GET /chat/about': () => succeed({ about: '' }),
    'GET /chat/shares': () => succeed({ items: [] }),
    'GET /library/shares': () => succeed({ items: [] }),
    'GET /user/sessions': () => succeed({ sessions }),
    'GET /user/ready': () => succeed({ channel: null, publicKey: 'key', devices: [] }),
    'GET /user/consents': () =>
      succeed({ consents: [{ document: 'personal-data', version: '1', givenAt: 1_795_000_000_000 }] }),
    ...answers
  })
  renderAt(
    '/profile',
    <Routes>
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
  await screen.findByText('Это устройство')
  return { ...api, user: userEvent.setup() }
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const sent = (api: { asked: { method: string; path: string; body: unknown }[] }, call: string) =>
  api.asked.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)

describe('the profile', () => {
  it('saves the display name', async () => {
    const api = await open({ 'PUT /user/profile': () => succeed({ user: profileOf('anna@example.ru') }) })
    const name = part('Имя')
    expect(name.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
    await api.user.type(name.getByLabelText('Как к вам обращаться'), ' Анна ')
    await api.user.click(name.getByRole('button'))
    await vi.waitFor(() => expect(toasts).toEqual(['success: Профиль обновлен!']), { timeout: 20_000 })
    expect(sent(api, 'PUT /user/profile')).toEqual([{ displayName: 'Анна' }])
  })

  it('saves what the models are told about the user', async () => {
    let about = 'Пишу из Казани'
    const api = await open({
      'GET /chat/about': () => succeed({ about }),
      'PUT /chat/about': ({ body }) => succeed({ about: (about = (body as { about: string }).about) })
    })
    const form = part('О себе')
    const field = await form.findByRole<HTMLTextAreaElement>('textbox')
    expect(field.value).toBe('Пишу из Казани')
    await api.user.clear(field)
    await api.user.type(field, ' Пишу из Твери ')
    await api.user.click(form.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(toasts).toEqual(['success: Сохранено']))
    expect(sent(api, 'PUT /chat/about')).toEqual([{ about: 'Пишу из Твери' }])
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Пишу из Твери')
  })

  it('requests another address and says that both mailboxes must confirm it', async () => {
    const api = await open({ 'PUT /user/email': () => succeed() })
    const email = part('Email')
    await api.user.click(email.getByRole('button', { name: 'Сменить email' }))
    await api.user.type(email.getByLabelText('Новый email'), 'new@example.ru')
    await api.user.type(email.getByLabelText('Пароль для подтверждения'), 'Correct-Horse7!')
    await api.user.click(email.getByRole('button', { name: 'Сменить email' }))
    expect((await email.findByRole('alert')).textContent).toContain('на оба адреса')
    expect(sent(api, 'PUT /user/email')).toEqual([{ newEmail: 'new@example.ru', currentPassword: 'Correct-Horse7!' }])
  })

  it('shows a wrong current password at its field and keeps the typed values', async () => {
    const api = await open({
      'PUT /user/password': () =>
        refuse(400, {
          code: 'VALIDATION_FAILED',
          data: { details: [{ path: 'currentPassword', msg: 'Неверный текущий пароль' }] }
        })
    })
    const password = part('Пароль')
    await api.user.click(password.getByRole('button', { name: 'Сменить пароль' }))
    await api.user.type(password.getByLabelText('Текущий пароль'), 'Wrong-Horse1!')
    await api.user.type(password.getByLabelText('Новый пароль'), 'Another-Horse8!')
    await api.user.type(password.getByLabelText('Повторите новый пароль'), 'Another-Horse8!')
    await api.user.click(password.getByRole('button', { name: 'Сменить пароль' }))
    expect(await password.findByText('Неверный текущий пароль')).toBeTruthy()
    expect(password.getByLabelText<HTMLInputElement>('Новый пароль').value).toBe('Another-Horse8!')
    expect(toasts).toEqual([])
  })

  it('changes the password and closes the form', async () => {
    const api = await open({ 'PUT /user/password': () => succeed() })
    const password = part('Пароль')
    await api.user.click(password.getByRole('button', { name: 'Сменить пароль' }))
    await api.user.type(password.getByLabelText('Текущий пароль'), 'Correct-Horse7!')
    await api.user.type(password.getByLabelText('Новый пароль'), 'Another-Horse8!')
    await api.user.type(password.getByLabelText('Повторите новый пароль'), 'Another-Horse8!')
    await api.user.click(password.getByRole('button', { name: 'Сменить пароль' }))
    await vi.waitFor(() => expect(toasts).toEqual(['success: Пароль успешно изменён']), { timeout: 20_000 })
    const opening = password.getByRole('button', { name: 'Сменить пароль' })
    expect(document.activeElement).toBe(opening)
    await api.user.click(opening)
    expect(document.activeElement).toBe(password.getByLabelText('Текущий пароль'))
    expect(password.getByLabelText<HTMLInputElement>('Новый пароль').value).toBe('')
    await api.user.click(password.getByRole('button', { name: 'Отмена' }))
    expect(password.queryByLabelText('Текущий пароль')).toBeNull()
  })

  it('names the devices, and signs another one out', async () => {
    const api = await open({ 'DELETE /user/sessions/two': () => succeed({ ended: 1 }) })
    const devices = part('Устройства')
    const rows = devices.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/^Chrome, WindowsЭто устройство.*Казань, RU · 203\.0\.113\.7/)
    expect(rows[1]).toMatch(/^Safari, iPhone/)
    await api.user.click(devices.getByRole('button', { name: 'Выйти на устройстве Safari, iPhone' }))
    await vi.waitFor(() => expect(toasts).toEqual(['success: Сеанс завершён']), { timeout: 20_000 })
    expect(api.calls().filter((call) => call === 'GET /user/sessions')).toHaveLength(2)
  })

  it('signs all other devices out at once', async () => {
    const api = await open({ 'DELETE /user/sessions/others': () => succeed({ ended: 1 }) })
    await api.user.click(screen.getByRole('button', { name: 'Выйти на всех других устройствах' }))
    await vi.waitFor(() => expect(toasts).toEqual(['success: На других устройствах выполнен выход']), {
      timeout: 20_000
    })
  })

  it('deletes the account after the password was typed, signs out and says until when it can be restored', async () => {
    const api = await open({ 'POST /user/deletion': () => succeed({ erasedAt: Date.UTC(2026, 11, 5, 12) }) })
    await api.user.click(part('Персональные данные').getByRole('button', { name: 'Удалить аккаунт' }))
    const dialog = within(await screen.findByRole('dialog'))
    await api.user.click(dialog.getByRole('button', { name: 'Удалить аккаунт' }))
    expect(dialog.getByText('Пароль обязателен')).toBeTruthy()
    await api.user.type(dialog.getByLabelText('Пароль для подтверждения'), 'Correct-Horse7!')
    await api.user.click(dialog.getByRole('button', { name: 'Удалить аккаунт' }))
    await screen.findByText('home')
    expect({ ...localStorage }).toEqual({})
    expect(toasts).toEqual(['info: Аккаунт будет удалён 5 декабря 2026 г. Войдите раньше, чтобы восстановить его.'])
  })

  it('offers the deletion of the account when the user withdraws a consent', async () => {
    const api = await open()
    const name = 'Отозвать: Согласие на обработку персональных данных'
    await api.user.click(await screen.findByRole('button', { name }))
    expect((await screen.findByRole('dialog')).textContent).toContain('отзыв согласия')
  })
})

async function openLink(answer: () => Response, address = '/confirm-email-change?token=good') {
  const api = fakeApi({ 'POST /auth/confirm-email-change': answer })
  renderAt(address, <ConfirmEmailChangePage />)
  return api
}

const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'Подтвердить смену' }))
const alertText = async () => (await screen.findByRole('alert')).textContent

describe('the link of a change of address', () => {
  it('confirms only after a click, because programs open links in mails too', async () => {
    const { calls } = await openLink(() => succeed({ state: 'changed' }))
    await screen.findByRole('button', { name: 'Подтвердить смену' })
    expect(calls()).toEqual([])
  })

  it.each([
    ['waits for the other mailbox', () => succeed({ state: 'waiting' }), /Осталось открыть ссылку/],
    ['tells that the address changed', () => succeed({ state: 'changed' }), /Email изменён/],
    ['is refused', () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }), /недействительна или истекла/]
  ])('%s', async (_, answer, text) => {
    const { asked } = await openLink(answer)
    await agree()
    expect(await alertText()).toMatch(text)
    expect(asked.map(({ body }) => body)).toEqual([{ token: 'good' }])
    expect(screen.queryByRole('button', { name: 'Подтвердить смену' })).toBeNull()
  })

  it('can be tried again after any other failure', async () => {
    const answers = [refuse(503, { error: 'Сервис временно недоступен' }), succeed({ state: 'changed' })]
    await openLink(() => answers.shift()!)
    await agree()
    expect(await alertText()).toBe('Сервис временно недоступен')
    await agree()
    await screen.findByText(/Email изменён/)
  })

  it('without a token shows an error', async () => {
    await openLink(() => succeed(), '/confirm-email-change')
    expect(await alertText()).toBe('Токен не найден в URL')
  })

  it('lists links to chats and works, and revokes one', async () => {
    const share = { id: 'a', title: 'Про мох', url: 'https://site.test/shared#h1-a', created_at: 1 }
    let works = [
      { id: 'b', operation_id: 'w', with_prompt: false, url: null, title: 'Кот', created_at: 2, expires_at: 3 }
    ]
    const { user, calls } = await open({
      'GET /chat/shares': () => succeed({ items: [{ ...share, conversation_id: 1 }] }),
      'GET /library/shares': () => succeed({ items: works }),
      'DELETE /library/shares/b': () => {
        works = []
        return succeed({})
      }
    })
    await screen.findByText('Про мох')
    expect(screen.getByText(/^Работа · создана .* работает до /)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Открыть ссылку: Про мох' }).getAttribute('href')).toBe(share.url)
    await user.click(screen.getByRole('button', { name: 'Отозвать ссылку: Кот' }))
    await waitFor(() => expect(screen.queryByText('Кот')).toBeNull())
    expect(calls()).toContain('DELETE /library/shares/b')
  })
})
