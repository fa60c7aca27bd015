// The proof that a dangerous call asks for, over the page.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { makeApiKey } from '#contract/api-keys.ts'
import type { ProofWay } from '#contract/second-step.ts'
import { Button } from '#web/src/base/ui/button.tsx'
import { useSingleMutation } from '#web/src/base/form/use-single-mutation.ts'
import { callFresh } from '#web/src/base/session/call-fresh.ts'
import { ProofAgain } from '#web/src/app/over-pages.tsx'
import { notify } from '#web/src/base/ui/notify.ts'
import { type Answers, refuse, signedInApi, succeed } from './fake-api.ts'
import { keyOf } from './open-api-keys.tsx'
import { openPages } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

const notFresh = (ways: ProofWay[]) =>
  refuse(403, { code: 'FRESH_SIGN_IN_REQUIRED', error: 'Подтвердите, что это вы', data: { ways } })

function MakeKey() {
  const making = useSingleMutation({
    mutationFn: () => callFresh(makeApiKey, { name: 'Бот' }),
    onSuccess: () => notify.success('Ключ создан'),
    onError: (error) => notify.error(error.message)
  })
  return (
    <main tabIndex={-1}>
      <Button busy={making.isPending} onClick={() => making.start()}>
        Создать
      </Button>
      {making.error && <p role="alert">Не вышло</p>}
    </main>
  )
}

/** Presses what is refused once, and opens the dialog. */
async function refused(ways: ProofWay[], answers: Answers = {}) {
  let times = 0
  // As over a network, it comes after the button has become busy.
  const first = Promise.withResolvers<Response>()
  const api = signedInApi({
    'POST /api-keys': () => ((times += 1) === 1 ? first.promise : succeed({ key: 'sk-1', apiKey: keyOf() })),
    ...answers
  })
  const page = openPages('/api-keys?days=7', {
    '/api-keys': (
      <>
        <MakeKey />
        <ProofAgain />
      </>
    )
  })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Создать' })
  await page.user.click(button)
  await waitFor(() => expect(button.ariaBusy).toBe('true'))
  first.resolve(notFresh(ways))
  const dialog = within(await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' }))
  const made = () => api.calls().filter((one) => one === 'POST /api-keys').length
  const proofs = () => api.asked.filter(({ path }) => path === '/user/proof').map(({ body }) => body)
  return { ...api, user: page.user, dialog, button, made, proofs }
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const proven = () => succeed({ freshUntil: 1_795_000_600_000 })

/** What a browser has that knows passkeys. */
function withPasskeys(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get } }))
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const credential = {
  id: 'key-1',
  rawId: bytes('key-1'),
  type: 'public-key',
  response: {
    authenticatorData: bytes('a'),
    clientDataJSON: bytes('c'),
    signature: bytes('s'),
    userHandle: bytes('u')
  },
  getClientExtensionResults: () => ({}),
  authenticatorAttachment: 'platform'
}
const asked = () =>
  succeed({ options: { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] }, ticket: 'ticket' })

describe('a call that is refused for want of a fresh sign-in', () => {
  it('is made once more by itself after a proof', async () => {
    const { user, dialog, made, proofs } = await refused(['password'], { 'POST /user/proof': proven })
    const field = dialog.getByLabelText('Пароль')
    expect(document.activeElement).toBe(field)
    await write(user, field, 'Horse7!{Enter}')
    await waitFor(() => expect(toasts).toEqual(['success: Ключ создан']))
    await isClosed()
    expect([made(), proofs()]).toEqual([2, [{ password: 'Horse7!' }]])
  })

  it('ends without a word when the dialog is closed, and the focus is where it was', async () => {
    const { user, dialog, button, made } = await refused(['password'])
    await user.click(dialog.getByRole('button', { name: 'Закрыть' }))
    await isClosed()
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect([made(), toasts, screen.queryByRole('alert')]).toEqual([1, [], null])
    // Begun again, nothing of the first time is left.
    await user.click(button)
    await waitFor(() => expect(toasts).toEqual(['success: Ключ создан']))
  })

  it('is refused for good when it is refused again', async () => {
    const { user, dialog, made } = await refused(['password'], {
      'POST /user/proof': proven,
      'POST /api-keys': () => notFresh(['password'])
    })
    await write(user, dialog.getByLabelText('Пароль'), 'Horse7!{Enter}')
    await waitFor(() => expect(toasts).toEqual(['error: Подтвердите, что это вы']))
    expect(made()).toBe(2)
  })

  it('says so when this browser has nothing to prove with', async () => {
    const { dialog } = await refused(['passkey'])
    expect(dialog.getByRole('alert').textContent).toMatch(/Выйдите из аккаунта и войдите заново/)
  })
})

describe('a proof', () => {
  it('by a code is sent with the sixth digit; a refused one is taken out of the field, which has the focus', async () => {
    const answers = [refuse(403, { code: 'INVALID_CODE', error: 'Код не подошёл.' }), proven()]
    const { user, dialog, proofs } = await refused(['recovery', 'password', 'code'], {
      'POST /user/proof': () => answers.shift()!
    })
    const code = dialog.getByLabelText<HTMLInputElement>('Код из приложения')
    await user.type(code, '123456')
    expect((await dialog.findByRole('alert')).textContent).toBe('Код не подошёл.')
    expect([code.value, document.activeElement === code]).toEqual(['', true])
    await user.click(code)
    await user.paste('654 321')
    await isClosed()
    expect(proofs()).toEqual([{ code: '123456' }, { code: '654321' }])
  })

  it('has other ways, one of which takes the focus; a recovery code that is wrong has words of its own', async () => {
    const { user, dialog, proofs } = await refused(['vk', 'recovery', 'password'], {
      'POST /user/proof': () => refuse(403, { code: 'INVALID_CODE', error: 'Проверьте часы телефона' })
    })
    const names = within(dialog.getByRole('group', { name: 'Подтвердить иначе' })).getAllByRole('button')
    expect(names.map(({ textContent }) => textContent)).toEqual(['Код восстановления', 'VK ID'])
    await user.click(names[0]!)
    const field = dialog.getByLabelText('Код восстановления')
    expect(document.activeElement).toBe(field)
    await write(user, field, 'short{Enter}')
    expect(dialog.getByRole('alert').textContent).toBe('Введите код восстановления')
    await write(user, field, '-ABCD-EFGH{Enter}')
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/возьмите другой из списка/))
    expect(proofs()).toEqual([{ recovery: 'short-ABCD-EFGH' }])
  })

  it('by a passkey needs one press; the window of the browser closed, nothing is said', async () => {
    const answers = [() => Promise.reject(new DOMException('', 'NotAllowedError')), async () => credential]
    withPasskeys(() => answers.shift()!())
    const { user, dialog, proofs } = await refused(['password', 'passkey'], {
      'POST /user/proof/options': asked,
      'POST /user/proof': proven
    })
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Подтвердить ключом доступа' })
    expect(document.activeElement).toBe(button)
    await user.click(button)
    await waitFor(() => expect([answers.length, button.ariaBusy]).toEqual([1, null]))
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.click(button)
    await isClosed()
    expect(proofs()).toEqual([
      { passkey: { ticket: 'ticket', response: expect.objectContaining({ id: 'key-1', type: 'public-key' }) } }
    ])
  })

  it('through a provider leaves the page, to come back to it', async () => {
    const {
      user,
      dialog,
      asked: sent
    } = await refused(['yandex'], {
      'POST /user/identities/start': () => refuse(502, { code: 'IDENTITY_FAILED', error: 'Не удалось войти' })
    })
    await user.click(dialog.getByRole('button', { name: 'Продолжить с Яндекс ID' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Не удалось войти')
    expect(sent.at(-1)?.body).toEqual({ provider: 'yandex', intent: 'prove', returnTo: '/' })
  })

  it('ends with the session', async () => {
    const { user, dialog } = await refused(['password'], {
      'POST /user/proof': () => refuse(401, { code: 'UNAUTHORIZED' }),
      'POST /auth/refresh': () => refuse(401, { code: 'UNAUTHORIZED' })
    })
    await write(user, dialog.getByLabelText('Пароль'), 'Horse7!{Enter}')
    await isClosed()
  })
})

it('another account in this browser ends the proof, and nothing is called in its name', async () => {
  const { made } = await refused(['password'], { 'POST /user/proof': proven })
  localStorage.setItem('accessToken', `a.${btoa(JSON.stringify({ sub: 'somebody-else' }))}.c`)
  localStorage.setItem('refreshToken', 'other')
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
  await isClosed()
  expect(made()).toBe(1)
})
