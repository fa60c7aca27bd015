// «Вход и безопасность» of the profile: its states, the password and other sites.
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import { part, passkey } from './open-profile.tsx'
import { dialogOf, names, openWays } from './open-ways.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined))

describe('«Вход и безопасность»', () => {
  it('of a user with a password alone offers what this site has, and says what the second step needs', async () => {
    openWays({}, { 'GET /auth/ways': () => succeed({ providers: ['vk'] }) })
    const safety = await part('Вход и безопасность')
    await safety.findByText('VK ID')
    expect(names(safety, 'button')).toEqual([
      'Сменить пароль',
      'Добавить ключ доступа',
      'Привязать VK ID',
      'Подключить приложение'
    ])
    expect((await part('Второй шаг')).getByText(/сначала добавьте ключ доступа или подключите/)).toBeTruthy()
  })

  it('names everything that the user has, also a provider that the site offers no more', async () => {
    openWays({
      hasPassword: false,
      identities: [{ provider: 'yandex', linkedAt: 1_795_000_000_000, usedAt: null }],
      passkeys: [passkey, { ...passkey, id: 'key-2', name: 'Телефон', isBackedUp: true, usedAt: 1_795_000_000_000 }],
      authenticatorSince: 1_795_000_000_000,
      takesAuthenticators: false,
      secondStep: true,
      recoveryLeft: 7
    })
    const safety = await part('Вход и безопасность')
    const rows = (await safety.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/^Chrome, WindowsДобавлен .* · ещё не использовался · только на одном устройстве/),
      expect.stringMatching(/^ТелефонДобавлен .* · последний вход .* · есть на всех ваших устройствах/),
      expect.stringMatching(/^Яндекс IDПривязан/),
      expect.stringMatching(/^ПодключеноС/)
    ])
    expect((await part('Второй шаг')).getByText('Осталось 7 кодов восстановления.')).toBeTruthy()
    expect(safety.getByText(/Пароля у вас нет/)).toBeTruthy()
  })

  it('hides what neither the site nor the browser has', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    openWays({ takesAuthenticators: false })
    const safety = await part('Вход и безопасность')
    expect(await safety.findByText(/Этот браузер не умеет ключи доступа/)).toBeTruthy()
    expect(names(safety, 'button')).toEqual(['Сменить пароль'])
    expect(names(safety, 'region')).toHaveLength(3)
  })

  it.each([
    [3, 'Осталось 3 кода восстановления. Выпустите новые, чтобы не потерять доступ.'],
    [1, 'Остался 1 код восстановления. Выпустите новые, чтобы не потерять доступ.'],
    [0, 'Кодов восстановления не осталось. Выпустите новые, чтобы не потерять доступ.']
  ])('warns when %i recovery codes are left', async (recoveryLeft, text) => {
    openWays({ passkeys: [passkey], secondStep: true, recoveryLeft })
    expect((await part('Второй шаг')).getByText(text).className).toContain('text-danger')
  })
})

describe('a user without a password', () => {
  it('sets the first one without the field of an old one', async () => {
    const { sent, user, become } = openWays(
      { hasPassword: false, passkeys: [passkey] },
      {
        'PUT /user/password': () => {
          become({ hasPassword: true })
          return succeed()
        }
      }
    )
    const form = await part('Пароль')
    await user.click(form.getByRole('button', { name: 'Задать пароль' }))
    for (const label of ['Новый пароль', 'Повторите новый пароль'])
      await write(user, form.getByLabelText(label), 'Another-Horse8!')
    await user.click(form.getByRole('button', { name: 'Задать пароль' }))
    await waitFor(() => expect(toasts).toEqual(['success: Пароль задан']))
    expect(sent('PUT /user/password')).toEqual([{ newPassword: 'Another-Horse8!' }])
    expect(await form.findByRole('button', { name: 'Сменить пароль' })).toBeTruthy()
  })

  it('changes the address and deletes the account without one', async () => {
    const { sent, user } = openWays(
      { hasPassword: false },
      {
        'PUT /user/email': () => succeed(),
        'POST /user/deletion': () => refuse(409, { code: 'LAST_OWNER', error: 'Вы единственный владелец' })
      }
    )
    await (await part('Вход и безопасность')).findByRole('button', { name: 'Задать пароль' })
    const email = await part('Email')
    await user.click(email.getByRole('button', { name: 'Сменить email' }))
    await write(user, email.getByLabelText('Новый email'), 'new@example.ru{Enter}')
    await email.findByText(/на оба адреса/)
    await user.click((await part('Персональные данные')).getByRole('button', { name: 'Удалить аккаунт' }))
    const dialog = await dialogOf('Удалить аккаунт?')
    expect(dialog.queryByLabelText('Пароль для подтверждения')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Удалить аккаунт' }))
    await dialog.findByText('Вы единственный владелец')
    expect([sent('PUT /user/email'), sent('POST /user/deletion')]).toEqual([[{ newEmail: 'new@example.ru' }], [{}]])
  })
})

it('a provider is unlinked after a question, and linking one leads to its page', async () => {
  const { user, sent, become } = openWays(
    { identities: [{ provider: 'yandex', linkedAt: 1_795_000_000_000, usedAt: null }] },
    {
      'GET /auth/ways': () => succeed({ providers: ['yandex'] }),
      'DELETE /user/identities/yandex': () => {
        become({ identities: [] })
        return succeed()
      },
      'POST /user/identities/start': () => refuse(502, { code: 'IDENTITY_FAILED', error: 'Сервис входа не ответил' })
    }
  )
  const sites = await part('Вход через другие сайты')
  await user.click(sites.getByRole('button', { name: 'Отвязать Яндекс ID' }))
  await user.click((await dialogOf('Отвязать Яндекс ID?')).getByRole('button', { name: 'Отвязать' }))
  await waitFor(() => expect(toasts).toEqual(['success: Яндекс ID отвязан']))
  await user.click(await sites.findByRole('button', { name: 'Привязать Яндекс ID' }))
  await waitFor(() => expect(toasts.at(-1)).toBe('error: Сервис входа не ответил'))
  expect(sent('POST /user/identities/start')).toEqual([{ provider: 'yandex', intent: 'link', returnTo: '/profile' }])
})
