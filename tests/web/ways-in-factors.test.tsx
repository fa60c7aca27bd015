// Passkeys, the authenticator, the second step and its recovery codes, in the profile.
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import { part, passkey } from './open-profile.tsx'
import { dialogOf, isClosed, names, openWays } from './open-ways.tsx'
import { toasts } from './toasts.ts'

const codes = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`)

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined))

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const made = {
  id: 'key-1',
  rawId: bytes('key-1'),
  type: 'public-key',
  response: { attestationObject: bytes('a'), clientDataJSON: bytes('c'), getTransports: () => ['internal'] },
  getClientExtensionResults: () => ({}),
  authenticatorAttachment: 'platform'
}
const options = () =>
  succeed({
    options: {
      challenge: 'AAAA',
      rp: { name: 'Сайт', id: 'localhost' },
      user: { id: 'AAAA', name: 'anna@example.ru', displayName: '' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }]
    },
    ticket: 'ticket'
  })
function device(create: () => Promise<unknown>) {
  const { userAgent } = navigator
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { credentials: { value: { create } }, userAgent: { value: userAgent } })
  )
}

describe('a passkey', () => {
  it('is added under the name of the device; a closed window says so, and one that is there already as well', async () => {
    const outcomes = [
      () => Promise.reject(new DOMException('', 'NotAllowedError')),
      () => Promise.reject(new DOMException('', 'InvalidStateError')),
      async () => made
    ]
    device(() => outcomes.shift()!())
    const { sent, user, become } = openWays(
      {},
      {
        'POST /user/passkeys/options': options,
        'POST /user/passkeys': () => {
          become({ passkeys: [passkey] })
          return succeed({ passkey })
        }
      }
    )
    const add = await (
      await part('Ключи доступа')
    ).findByRole<HTMLButtonElement>('button', { name: 'Добавить ключ доступа' })
    const said = ['info: Ключ доступа не добавлен: окно закрыто или время вышло']
    await user.click(add)
    await waitFor(() => expect([toasts, add.ariaBusy]).toEqual([said, null]))
    await user.click(add)
    said.push('error: На этом устройстве ключ доступа уже есть')
    await waitFor(() => expect([toasts, add.ariaBusy]).toEqual([said, null]))
    await user.click(add)
    await screen.findByText('Chrome, Windows', { selector: 'p' })
    expect(sent('POST /user/passkeys')).toEqual([
      { ticket: 'ticket', name: expect.any(String), response: expect.objectContaining({ id: 'key-1' }) }
    ])
  })

  it('is renamed, and removed unless it is the last way in, which the dialog then says', async () => {
    const last = 'Это единственный способ войти. Сначала добавьте другой'
    const { sent, user, become } = openWays(
      { passkeys: [passkey] },
      {
        'PUT /user/passkeys/key-1': () => {
          become({ passkeys: [{ ...passkey, name: 'Ноутбук' }] })
          return succeed()
        },
        'DELETE /user/passkeys/key-1': () => refuse(409, { code: 'LAST_WAY_IN', error: last })
      }
    )
    const keys = await part('Ключи доступа')
    await user.click(keys.getByRole('button', { name: 'Переименовать ключ доступа «Chrome, Windows»' }))
    await user.click((await dialogOf('Название ключа доступа')).getByRole('button', { name: 'Отмена' }))
    await isClosed()
    const rename = keys.getByRole('button', { name: 'Переименовать ключ доступа «Chrome, Windows»' })
    await waitFor(() => expect(document.activeElement).toBe(rename))
    await user.click(rename)
    const naming = await dialogOf('Название ключа доступа')
    await user.clear(naming.getByLabelText('Название'))
    await user.type(naming.getByLabelText('Название'), 'Ноутбук{Enter}')
    await isClosed()
    expect(sent('PUT /user/passkeys/key-1')).toEqual([{ name: 'Ноутбук' }])
    await user.click(await keys.findByRole('button', { name: 'Удалить ключ доступа «Ноутбук»' }))
    const removing = await dialogOf('Удалить ключ доступа?')
    await user.click(removing.getByRole('button', { name: 'Удалить' }))
    expect((await removing.findByRole('alert')).textContent).toBe(last)
    expect(document.activeElement).toBe(removing.getByRole('alert'))
    await user.click(removing.getByRole('button', { name: 'Отмена' }))
    await isClosed()
    expect(keys.getByText('Ноутбук')).toBeTruthy()
  })
})

describe('an authenticator', () => {
  it('is connected by a code, with the picture or the typed key; a wrong code is taken out of the field', async () => {
    const answers = [refuse(403, { code: 'INVALID_CODE', error: 'Код не подошёл' }), succeed()]
    const { sent, user, become } = openWays(
      {},
      {
        'POST /user/authenticator': () =>
          succeed({ secret: 'ABCDEFGH', uri: 'otpauth://totp/Site:anna?secret=ABCDEFGH' }),
        'PUT /user/authenticator': () => {
          become({ authenticatorSince: 1_795_000_000_000 })
          return answers.shift()!
        }
      }
    )
    const app = await part('Приложение с кодами')
    await user.click(app.getByRole('button', { name: 'Подключить приложение' }))
    const dialog = await dialogOf('Подключить приложение с кодами')
    expect(dialog.getByRole('img', { name: 'QR-код для приложения с кодами' })).toBeTruthy()
    expect(dialog.getByText('ABCD EFGH')).toBeTruthy()
    const field = dialog.getByLabelText<HTMLInputElement>('Код из приложения')
    expect(document.activeElement).toBe(field)
    await user.type(field, '123456')
    await dialog.findByText('Код не подошёл')
    expect([field.value, document.activeElement === field]).toEqual(['', true])
    await user.type(field, '654321')
    await isClosed()
    await app.findByText('Подключено')
    expect(sent('PUT /user/authenticator')).toEqual([{ code: '123456' }, { code: '654321' }])
  })

  it('that is the last second step stays, with the words of the server', async () => {
    const last = 'Это единственный второй шаг. Сначала добавьте другой или выключите второй шаг'
    const { user } = openWays(
      { authenticatorSince: 1_795_000_000_000, secondStep: true, recoveryLeft: 10 },
      { 'DELETE /user/authenticator': () => refuse(409, { code: 'LAST_SECOND_STEP', error: last }) }
    )
    await user.click((await part('Приложение с кодами')).getByRole('button', { name: 'Отключить приложение с кодами' }))
    const dialog = await dialogOf('Отключить приложение с кодами?')
    await user.click(dialog.getByRole('button', { name: 'Отключить' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(last)
  })
})

describe('the second step', () => {
  it('shows its recovery codes once, which can be saved; the dialog asks before it closes without', async () => {
    const { user, become, queries } = openWays(
      { passkeys: [passkey] },
      {
        'PUT /user/second-step': () => {
          become({ secondStep: true, recoveryLeft: 10 })
          return succeed({ recoveryCodes: codes })
        }
      }
    )
    const step = await part('Второй шаг')
    await user.click(step.getByRole('button', { name: 'Включить второй шаг' }))
    const dialog = await dialogOf('Коды восстановления')
    expect(names(dialog, 'listitem')).toEqual(codes)
    await user.click(dialog.getByRole('button', { name: 'Коды сохранены' }))
    await isClosed()
    expect(await step.findByText('Осталось 10 кодов восстановления.')).toBeTruthy()
    const kept = JSON.stringify(
      [queries.getQueryCache().getAll(), queries.getMutationCache().getAll()].flat().map((one) => one.state)
    )
    expect(kept).not.toContain(codes[0])
  })

  it('has new codes, which are asked for twice to be lost', async () => {
    const { user } = openWays(
      { passkeys: [passkey], secondStep: true, recoveryLeft: 2 },
      { 'POST /user/recovery-codes': () => succeed({ recoveryCodes: codes }) }
    )
    const renew = async () => {
      await user.click((await part('Второй шаг')).getByRole('button', { name: 'Новые коды' }))
      await user.click((await dialogOf('Выпустить новые коды?')).getByRole('button', { name: 'Выпустить' }))
      return dialogOf('Коды восстановления')
    }
    const shown = await renew()
    await user.keyboard('{Escape}')
    expect(shown.getByRole('group', { name: 'Коды не сохранены' })).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Закрыть без них' }))
    await isClosed()
    const again = await renew()
    await user.click(again.getByRole('button', { name: 'Скопировать: коды' }))
    await again.findByRole('button', { name: 'Скопировано: коды' })
    expect(await navigator.clipboard.readText()).toMatch(/anna@example\.ru\n.*\n\nAAAA-BBBB-CCCC-0000\n/s)
    await user.keyboard('{Escape}')
    await isClosed()
  })

  it('is switched off after a question', async () => {
    const { user, sent, become } = openWays(
      { passkeys: [passkey], secondStep: true, recoveryLeft: 10 },
      {
        'PUT /user/second-step': () => {
          become({ secondStep: false, recoveryLeft: 0 })
          return succeed({ recoveryCodes: null })
        }
      }
    )
    const step = await part('Второй шаг')
    await user.click(step.getByRole('button', { name: 'Выключить второй шаг' }))
    await user.click((await dialogOf('Выключить второй шаг?')).getByRole('button', { name: 'Выключить' }))
    expect(await step.findByRole('button', { name: 'Включить второй шаг' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Второй шаг' })))
    expect(sent('PUT /user/second-step')).toEqual([{ on: false }])
  })
})
