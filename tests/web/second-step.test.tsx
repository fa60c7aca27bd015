import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi, refuse, sessionOf, succeed, tokenPair } from './fake-api.ts'
import { address } from './render-page.tsx'
import { comeBack } from './return-page.tsx'
import { alerts, alertText, button, field, openSignIn, signIn } from './sign-in-pages.tsx'

const needed = { ticket: 'ticket-1', ways: ['passkey', 'code', 'recovery'] }
const step = 'POST /auth/second-step'
const entered = { tokens: tokenPair('anna'), restored: false }
const wanted = {
  'POST /auth/login': () =>
    refuse(403, { error: 'Подтвердите вход вторым шагом', code: 'SECOND_STEP_REQUIRED', data: needed }),
  [step]: () => succeed(entered),
  ...sessionOf()
}

async function begin(answers: Parameters<typeof fakeApi>[0] = {}) {
  const opened = openSignIn('/auth?return=%2Flibrary', { ...wanted, ...answers })
  await signIn(opened.user)
  await screen.findByRole('region', { name: 'Второй шаг' })
  return opened
}

const shown = (asked: { path: string; body: unknown }[]) =>
  asked.filter(({ path }) => path === '/auth/second-step').map(({ body }) => body)

/** A browser that knows passkeys; jsdom has none. @param answer of its window */
function knowPasskeys(answer: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const get = vi.fn<() => Promise<unknown>>(answer)
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { get } } }))
  return get
}

const bytes = new Uint8Array([1, 2, 3]).buffer
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
  getClientExtensionResults: () => ({})
}
const options = () => succeed({ ticket: 'asked-1', options: { challenge: 'AQID', rpId: 'localhost' } })

describe('the second step after a password', () => {
  test('takes a code that is typed with spaces, sends it at its sixth digit, and signs in', async () => {
    const { asked, user } = await begin()
    expect(document.activeElement).toBe(field('Код из приложения'))
    expect(field('Код из приложения')).toMatchObject({ inputMode: 'numeric', autocomplete: 'one-time-code' })
    await user.type(field('Код из приложения'), '12 34 5')
    expect(shown(asked)).toEqual([])
    await user.type(field('Код из приложения'), '6')
    await screen.findByText('another page')
    expect([address(), shown(asked)]).toEqual(['/library', [{ ticket: 'ticket-1', code: '123456' }]])
  })

  test('says at the field that a code is wrong, and takes another', async () => {
    let times = 0
    const { asked, user } = await begin({
      [step]: () =>
        (times += 1) === 1 ? refuse(403, { error: 'Код не подошёл', code: 'INVALID_CODE' }) : succeed(entered)
    })
    await user.type(field('Код из приложения'), '111111')
    expect(await alertText()).toBe('Код не подошёл')
    await waitFor(() => expect(document.activeElement).toBe(field('Код из приложения')))
    // There is room for it: nothing has to be deleted first.
    await user.type(field('Код из приложения'), '2')
    expect(alerts()).toEqual([])
    await user.type(field('Код из приложения'), '22222')
    await screen.findByText('another page')
    expect(shown(asked)).toHaveLength(2)
  })

  test('takes a recovery code instead', async () => {
    const { asked, user } = await begin()
    await user.click(button('Код восстановления'))
    expect(document.activeElement).toBe(field('Код восстановления'))
    await user.click(button('Подтвердить'))
    expect(alerts()).toEqual(['Введите код восстановления'])
    await user.type(field('Код восстановления'), ' abcd-efgh {Enter}')
    await screen.findByText('another page')
    expect(shown(asked)).toEqual([{ ticket: 'ticket-1', recovery: 'abcd-efgh' }])
  })

  test('takes a passkey', async () => {
    const get = knowPasskeys(() => Promise.resolve(credential))
    const { asked, user } = await begin({ 'POST /auth/second-step/options': options })
    await user.click(button('Подтвердить ключом доступа'))
    await screen.findByText('another page')
    expect(shown(asked)).toEqual([
      { ticket: 'ticket-1', passkey: { ticket: 'asked-1', response: expect.objectContaining({ id: 'AQID' }) } }
    ])
    expect(get).toHaveBeenCalledOnce()
  })

  test('goes on when the window of the browser is closed', async () => {
    knowPasskeys(() => Promise.reject(new DOMException('closed', 'NotAllowedError')))
    const { asked, user } = await begin({ 'POST /auth/second-step/options': options })
    await user.click(button('Подтвердить ключом доступа'))
    await waitFor(() => expect(button('Подтвердить ключом доступа').ariaBusy).toBe(null))
    expect([alerts(), shown(asked)]).toEqual([[], []])
  })

  test('whose time is over leads back to the password', async () => {
    const { user } = await begin({
      [step]: () => refuse(403, { error: 'Время на второй шаг истекло. Войдите ещё раз', code: 'SECOND_STEP_EXPIRED' })
    })
    await user.type(field('Код из приложения'), '111111')
    expect(await alertText()).toBe('Время на второй шаг истекло. Войдите ещё раз')
    // By this the style keeps the ways of the first step out of sight.
    expect(document.querySelector('[data-second-step]')?.textContent).toContain('Войти заново')
    await user.click(button('Войти заново'))
    expect(field('Email').value).toBe('anna@example.ru')
    expect(alerts()).toEqual([])
  })
})

test('the second step after a provider leads to where the person was on the way to', async () => {
  const { asked, user } = comeBack(
    { state: 'second-step', ticket: 'ticket-1', ways: ['code', 'recovery'], returnTo: '/library' },
    { [step]: () => succeed(entered) }
  )
  await user.type(await screen.findByLabelText('Код из приложения'), '123456')
  await screen.findByText('another page')
  expect([address(), shown(asked)]).toEqual(['/library', [{ ticket: 'ticket-1', code: '123456' }]])
})

describe('signing in with a passkey', () => {
  const calls = { 'POST /auth/passkeys/options': options, ...sessionOf() }

  test('is not offered where the browser knows none', () => {
    openSignIn('/auth')
    expect(screen.queryByRole('button', { name: 'Войти с ключом доступа' })).toBeNull()
  })

  test('opens the page that asked for it', async () => {
    knowPasskeys(() => Promise.resolve(credential))
    const { asked, user } = openSignIn('/auth?return=%2Flibrary', {
      ...calls,
      'POST /auth/passkeys/sign-in': () => succeed(entered)
    })
    await user.click(await screen.findByRole('button', { name: 'Войти с ключом доступа' }))
    await screen.findByText('another page')
    expect(address()).toBe('/library')
    expect(asked.find(({ path }) => path === '/auth/passkeys/sign-in')?.body).toEqual({
      ticket: 'asked-1',
      response: expect.objectContaining({ id: 'AQID' })
    })
  })

  test('says that a passkey is not known here', async () => {
    knowPasskeys(() => Promise.resolve(credential))
    const { user } = openSignIn('/auth', {
      ...calls,
      'POST /auth/passkeys/sign-in': () =>
        refuse(403, { error: 'Этот ключ доступа не подошёл', code: 'PASSKEY_UNKNOWN' })
    })
    await user.click(await screen.findByRole('button', { name: 'Войти с ключом доступа' }))
    expect(await alertText()).toBe('Этот ключ доступа не подошёл')
  })
  test('is not ended by the quiet offer, however late that gets its challenge', async () => {
    const log: string[] = []
    const get = ({ mediation = 'modal', signal }: { mediation?: string; signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        log.push(mediation)
        signal.addEventListener('abort', () => {
          log.push(`${mediation} aborted`)
          reject(signal.reason as Error)
        })
      })
    knowPasskeys(get as never)
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(true) })
    const first = Promise.withResolvers<Response>()
    let times = 0
    const { user } = openSignIn('/auth', {
      ...calls,
      'POST /auth/passkeys/options': () => ((times += 1) === 1 ? first.promise : options())
    })
    await vi.waitFor(() => expect(times).toBe(1), { timeout: 4000 })
    await user.click(await screen.findByRole('button', { name: 'Войти с ключом доступа' }))
    await vi.waitFor(() => expect(log).toEqual(['modal']), { timeout: 4000 })
    first.resolve(options())
    // Nothing is asked for after it, so a turn of the event loop is enough.
    await new Promise((resolve) => setTimeout(resolve))
    expect(log).toEqual(['modal'])
  })

  test('is offered quietly when the form is used: the browser keeps no page for «назад» that has asked it before', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task))
    const asked: (string | undefined)[] = []
    knowPasskeys((({ mediation }: { mediation?: string }) => {
      asked.push(mediation)
      return Promise.resolve(credential)
    }) as never)
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(true) })
    const { calls: sent } = openSignIn('/auth?return=%2Flibrary', {
      ...calls,
      'POST /auth/passkeys/sign-in': () => succeed(entered)
    })
    await waitFor(() => expect(sent()).toContain('POST /auth/passkeys/options'))
    fireEvent.pointerDown(screen.getByRole('heading', { name: 'Вход' }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).toEqual([])
    fireEvent.pointerDown(field('Email'))
    await screen.findByText('another page')
    expect([asked, address()]).toEqual([['conditional'], '/library'])
  })
})
