import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { openProfile, part, refusing } from './open-profile.tsx'
import { address } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'
import { aboutQuery } from '#web/src/people/profile/profile-calls.ts'

const unavailable = () => refuse(503, { error: 'Сервис временно недоступен' })

describe('the profile', () => {
  it('saves the display name; an error of the server is shown at the field, which gets the focus', async () => {
    const answers = [refusing('displayName', 'Не больше 80 символов'), succeed({ user: profileOf('anna@example.ru') })]
    const { sent, user } = openProfile({ 'PUT /user/profile': () => answers.shift()! })
    const name = await part('Имя')
    expect(name.getByRole('button').ariaDisabled).toBe('true')
    // Enter in a field presses the button of its form, which is off.
    await user.type(name.getByLabelText('Как к вам обращаться'), '{Enter}')
    await write(user, name.getByLabelText('Как к вам обращаться'), ' Анна {Enter}')
    expect((await name.findByRole('alert')).textContent).toBe('Не больше 80 символов')
    expect(document.activeElement).toBe(name.getByRole('textbox'))
    expect(toasts).toEqual([])
    await user.click(name.getByRole('button'))
    await waitFor(() => expect(toasts).toEqual(['success: Профиль обновлен!']))
    expect(sent('PUT /user/profile')).toEqual([{ displayName: 'Анна' }, { displayName: 'Анна' }])
  })

  it('saves what the models are told about the user, which was kept over a reload', async () => {
    let about = 'Пишу из Казани'
    const open = () =>
      openProfile({
        'GET /chat/about': () => succeed({ about }),
        'PUT /chat/about': ({ body }) => succeed({ about: (about = (body as { about: string }).about) })
      })
    const before = open()
    const first = await (await part('О себе')).findByRole<HTMLTextAreaElement>('textbox')
    expect(first.value).toBe('Пишу из Казани')
    await before.user.clear(first)
    await write(before.user, first, ' Пишу из Твери ')
    before.unmount()
    const { sent, user } = open()
    const form = await part('О себе')
    expect((await form.findByRole<HTMLTextAreaElement>('textbox')).value).toBe(' Пишу из Твери ')
    await user.click(form.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(toasts).toEqual(['success: Сохранено']))
    // It has nothing to save any more, takes no other press, and keeps the focus.
    const save = form.getByRole('button', { name: 'Сохранить' })
    await waitFor(() => expect(save.ariaDisabled).toBe('true'))
    expect(document.activeElement).toBe(save)
    await user.keyboard('{Enter}')
    expect(sent('PUT /chat/about')).toEqual([{ about: 'Пишу из Твери' }])
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Пишу из Твери')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('kept:'))).toEqual([])
  })

  it.each([
    ['Имя', 'Сохранить имя', 'PUT /user/profile'],
    ['О себе', 'Сохранить', 'PUT /chat/about']
  ])('keeps what is typed while it is being saved: %s', async (region, button, call) => {
    const saving = Promise.withResolvers<Response>()
    let displayName: string | null = null
    const { user } = openProfile({
      'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), displayName } }),
      [call]: () => saving.promise
    })
    const form = await part(region)
    const field = await form.findByRole<HTMLInputElement>('textbox')
    await user.type(field, 'Анна')
    await user.click(form.getByRole('button', { name: button }))
    await user.type(field, ' Мария')
    displayName = 'Анна'
    saving.resolve(succeed({ user: { ...profileOf('anna@example.ru'), displayName }, about: 'Анна' }))
    await waitFor(() => expect(toasts).toHaveLength(1))
    await waitFor(() =>
      expect(form.getByRole<HTMLButtonElement>('button')).toMatchObject({ ariaBusy: null, disabled: false })
    )
    expect(form.getByRole<HTMLInputElement>('textbox').value).toBe('Анна Мария')
    expect(field.isConnected).toBe(true)
  })

  it('keeps what is typed about the user when it cannot be read again', async () => {
    let isLost = false
    const { queries, user } = openProfile({
      'GET /chat/about': () => (isLost ? refuse(400, { error: 'Нет' }) : succeed({ about: 'Пишу из Казани' }))
    })
    const form = await part('О себе')
    await user.type(await form.findByRole('textbox'), ', и недавно')
    isLost = true
    await act(() => queries.refetchQueries({ queryKey: aboutQuery.queryKey }))
    await user.type(form.getByRole('textbox'), '!')
    expect(form.queryByRole('alert')).toBeNull()
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Пишу из Казани, и недавно!')
  })

  it('requests another address and says that both mailboxes must confirm it; a wrong password is shown at its field', async () => {
    const answers = [refusing('currentPassword', 'Неверный текущий пароль'), succeed()]
    const { sent, user } = openProfile({ 'PUT /user/email': () => answers.shift()! })
    const email = await part('Email')
    await user.click(email.getByRole('button', { name: 'Сменить email' }))
    await user.click(email.getByRole('button', { name: 'Сменить email' }))
    const problems = email.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(problems).toEqual(['Введите email адрес', 'Пароль обязателен'])
    const password = email.getByLabelText('Пароль для подтверждения')
    await write(user, email.getByLabelText('Новый email'), 'new@example.ru')
    await write(user, password, 'Horse7!{Enter}')
    expect((await email.findByRole('alert')).textContent).toBe('Неверный текущий пароль')
    expect(document.activeElement).toBe(password)
    await user.type(password, '!{Enter}')
    expect((await email.findByText(/на оба адреса/)).closest('[role=alert]')).not.toBeNull()
    expect(sent('PUT /user/email').at(-1)).toEqual({ newEmail: 'new@example.ru', currentPassword: 'Horse7!!' })
  })

  it('changes the password and closes the form, which keeps what was typed when the old password was wrong', async () => {
    const answers = [refusing('currentPassword', 'Неверный текущий пароль'), succeed()]
    const { user } = openProfile({ 'PUT /user/password': () => answers.shift()! })
    const password = await part('Пароль')
    const change = () => user.click(password.getByRole('button', { name: 'Сменить пароль' }))
    const field = (label: string) => password.getByLabelText<HTMLInputElement>(label)
    await change()
    for (const label of ['Текущий пароль', 'Новый пароль', 'Повторите новый пароль'])
      await write(user, field(label), 'Another-Horse8!')
    await change()
    expect(await password.findByText('Неверный текущий пароль')).toBeTruthy()
    expect(field('Новый пароль').value).toBe('Another-Horse8!')
    expect(toasts).toEqual([])
    await change()
    await waitFor(() => expect(toasts).toEqual(['success: Пароль успешно изменён']))
    expect(document.activeElement).toBe(password.getByRole('button', { name: 'Сменить пароль' }))
    await change()
    expect(document.activeElement).toBe(field('Текущий пароль'))
    expect(field('Новый пароль').value).toBe('')
    await user.click(password.getByRole('button', { name: 'Отмена' }))
    expect(password.queryByLabelText('Текущий пароль')).toBeNull()
  })

  it('names the devices; one leaves the list at once when it is signed out, and the focus stays on the list', async () => {
    const ending = Promise.withResolvers<Response>()
    const { calls, user } = openProfile({ 'DELETE /user/sessions/two': () => ending.promise })
    const devices = await part('Устройства')
    const rows = (await devices.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/^Chrome, WindowsЭто устройство.*Казань, RU · 203\.0\.113\.7/)
    expect(rows[1]).toMatch(/^Safari, iPhone/)
    const phone = devices.getByRole('button', { name: 'Выйти на устройстве Safari, iPhone' })
    await user.click(phone)
    expect(phone.getAttribute('aria-busy')).toBe('true')
    const other = devices.getByRole<HTMLButtonElement>('button', { name: 'Выйти на устройстве Chrome, Windows' })
    expect(other.disabled).toBe(true)
    await act(async () => ending.resolve(succeed({ ended: 1 })))
    await waitFor(() => expect(toasts).toEqual(['success: Сеанс завершён']))
    expect(document.activeElement).toBe(devices.getByRole('list'))
    expect(calls().filter((call) => call === 'GET /user/sessions')).toHaveLength(2)
  })

  it('signs all other devices out at once, which stay in the list with the reason when that fails', async () => {
    const answers = [unavailable(), succeed({ ended: 2 })]
    const { user } = openProfile({ 'DELETE /user/sessions/others': () => answers.shift()! })
    const leave = await screen.findByRole('button', { name: 'Выйти на всех других устройствах' })
    await user.click(leave)
    await waitFor(() => expect(toasts).toEqual(['error: Сервис временно недоступен']))
    expect((await part('Устройства')).getAllByRole('listitem')).toHaveLength(3)
    await user.click(leave)
    await waitFor(() => expect(toasts.at(-1)).toBe('success: На других устройствах выполнен выход'))
  })

  it('lists links to chats and works, and revokes one', async () => {
    const chat = { id: 'a', conversation_id: 1, title: 'Про мох', url: 'https://site.test/shared#h1-a', created_at: 1 }
    const work = { id: 'b', operation_id: 'w', with_prompt: false, url: null, title: 'Кот', created_at: 2 }
    let works = [{ ...work, expires_at: 3 }]
    const { user, calls } = openProfile({
      'GET /chat/shares': () => succeed({ items: [chat] }),
      'GET /library/shares': () => succeed({ items: works }),
      'DELETE /library/shares/b': () => {
        works = []
        return succeed({})
      }
    })
    await screen.findByText('Про мох')
    expect(screen.getByText(/^Работа · ссылка создана .* работает до /)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Открыть ссылку: Про мох' }).getAttribute('href')).toBe(chat.url)
    await user.click(screen.getByRole('button', { name: 'Отозвать ссылку: Кот' }))
    await waitFor(() => expect(screen.queryByText('Кот')).toBeNull())
    expect(calls()).toContain('DELETE /library/shares/b')
  })

  it('deletes the account after its password, signs out and says until when it can be restored; a refusal stays in the dialog', async () => {
    const lastOwner = 'Вы единственный владелец консоли: сначала назначьте другого'
    const answers = [
      refusing('currentPassword', 'Неверный текущий пароль'),
      refuse(409, { code: 'LAST_OWNER', error: lastOwner }),
      succeed({ erasedAt: Date.UTC(2026, 11, 5, 11) })
    ]
    const { user } = openProfile({ 'POST /user/deletion': () => answers.shift()! })
    await user.click((await part('Персональные данные')).getByRole('button', { name: 'Удалить аккаунт' }))
    const dialog = within(await screen.findByRole('dialog'))
    const alert = async () => (await dialog.findByRole('alert')).textContent
    await user.click(dialog.getByRole('button', { name: 'Удалить аккаунт' }))
    expect(await alert()).toBe('Пароль обязателен')
    const password = dialog.getByLabelText('Пароль для подтверждения')
    await write(user, password, 'Horse7!{Enter}')
    expect(await alert()).toBe('Неверный текущий пароль')
    await user.type(password, '!')
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.keyboard('{Enter}')
    expect(await alert()).toBe(lastOwner)
    expect({ ...localStorage }).toMatchObject(tokenPair('anna'))
    await user.click(dialog.getByRole('button', { name: 'Удалить аккаунт' }))
    await screen.findByText('another page')
    expect([address(), Object.keys(localStorage)]).toEqual(['/', ['ways-in']])
    expect(toasts).toEqual([
      'info: Аккаунт будет удалён 5 декабря 2026\u00a0г.: войдите раньше, чтобы восстановить его.'
    ])
  })

  it('offers the deletion of the account when the user withdraws a consent', async () => {
    const { user } = openProfile()
    const name = 'Отозвать: Согласие на обработку персональных данных'
    await user.click(await screen.findByRole('button', { name }))
    expect((await screen.findByRole('dialog')).textContent).toContain('отзыв согласия')
  })
})
