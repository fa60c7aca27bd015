import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { keepTokens, refuse, sessionOf, signedInApi, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'
import { brought, comeBack, finish, keepWaiting, keptOne, signedIn, waiting, withQuestion } from './return-page.tsx'
import { alertText, button, field, type } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

const create = 'POST /auth/identities/create'
const newcomer = { state: 'new', ticket: 'ticket-1', email: 'anna@yandex.ru', returnTo: withQuestion }
const asked = () => JSON.parse(screen.getByLabelText('asked').textContent) as unknown
const handed = () => JSON.parse(screen.getByLabelText('handed').textContent) as unknown
const { prompt, model, priceTokens, operationId } = waiting

const expired = () => refuse(400, { error: 'Вход не завершён вовремя', code: 'IDENTITY_EXPIRED' })

describe('coming back from a provider', () => {
  test('signs in, opens the page that asked for it, and leaves no code in the address', async () => {
    const { asked: calls } = comeBack({ state: 'signed-in', ...signedIn, returnTo: '/library?work=1' })
    await screen.findByText('another page')
    expect([address(), toasts]).toEqual(['/library?work=1', ['success: Успешный вход! Добро пожаловать!']])
    expect(calls[0]?.body).toEqual({ provider: 'yandex', state: 'state-1', code: 'code-1' })
  })

  test.each(['//evil.example/', 'https://evil.example/', '/nowhere', '/auth/return/vk', '/operator/'])(
    'never leads to %s',
    async (returnTo) => {
      comeBack({ state: 'signed-in', ...signedIn, returnTo })
      await screen.findByText('another page')
      expect(address()).toBe('/')
    }
  )

  test('replaces the address at once, and asks the server once', async () => {
    const answer = Promise.withResolvers<Response>()
    const { asked: calls } = comeBack(
      {},
      { [finish]: () => answer.promise },
      '/auth/return/vk?code=c&state=s&device_id=d'
    )
    await waitFor(() => expect(address()).toBe('/auth/return/vk'))
    answer.resolve(succeed({ ...newcomer, returnTo: '/' }))
    await screen.findByRole('button', { name: 'Даю согласие' })
    expect(calls.map(({ body }) => body)).toEqual([{ provider: 'vk', state: 's', code: 'c', deviceId: 'd' }])
  })

  test('sends the question over which the person signed in, once', async () => {
    keepWaiting()
    comeBack({ state: 'signed-in', ...signedIn, returnTo: withQuestion })
    await screen.findByLabelText('asked')
    expect([asked(), keptOne()]).toEqual([{ prompt, model, priceTokens, operationId }, null])
  })

  test.each([
    ['another one', { at: waiting.at - 1 }],
    ["somebody else's", { owner: 'id-of-another' }]
  ])('leaves a question that is %s where it is', async (_, part) => {
    keepWaiting(part)
    comeBack({ state: 'signed-in', ...signedIn, returnTo: withQuestion })
    await screen.findByText('another page')
    expect([address(), keptOne()?.prompt]).toEqual(['/', prompt])
  })

  test('leaves a question of half an hour ago to a press of its user', async () => {
    const at = Date.now() - 30 * 60_000
    keepWaiting({ at })
    comeBack({ state: 'signed-in', ...signedIn, returnTo: `/?asks=${at}` })
    await screen.findByText('another page')
    expect(keptOne()?.prompt).toBe(prompt)
  })

  test.each([
    ['opened by hand', '/auth/return/yandex', []],
    ['with a code that was used', brought, [finish]]
  ])('%s, says that it has to be begun anew', async (_, at, expected) => {
    const { calls, user } = comeBack(expired, {}, at)
    expect(await alertText()).toMatch(/^Вход не завершён/)
    expect(document.activeElement?.getAttribute('role')).toBe('alert')
    expect(calls()).toEqual(expected)
    await user.click(screen.getByRole('link', { name: 'Начать заново' }))
    expect(address()).toBe('/auth')
  })

  test('is tried again when the server was not reached', async () => {
    let times = 0
    const { user } = comeBack(() => {
      times += 1
      if (times === 1) throw new TypeError('Failed to fetch')
      return succeed({ state: 'signed-in', ...signedIn, returnTo: '/' })
    })
    expect(await alertText()).toMatch(/^Нет связи с сервером/)
    await user.click(button('Попробовать ещё раз'))
    await screen.findByText('another page')
  })

  test('undone, leads to the form as it was, with calm words', async () => {
    sessionStorage.setItem(
      'left-for-provider',
      JSON.stringify({ from: '/auth?mode=register&return=%2Flibrary', email: 'anna@example.ru' })
    )
    comeBack(
      () => refuse(400, { error: 'Вход отменён. Ничего не изменилось', code: 'IDENTITY_DECLINED' }),
      {},
      '/auth/return/yandex?error=access_denied&state=s'
    )
    await screen.findByRole('heading', { name: 'Создать аккаунт' })
    expect([address(), await alertText(), field('Email').value]).toEqual([
      '/auth?mode=register&return=%2Flibrary',
      'Вход отменён. Ничего не изменилось',
      'anna@example.ru'
    ])
  })

  test('to an address that has an account, offers the form filled with it', async () => {
    const { asked: calls, user } = comeBack(
      { state: 'known-address', email: 'anna@example.ru', returnTo: '/library' },
      { 'POST /auth/login': () => succeed(signedIn), 'GET /auth/ways': () => succeed({ providers: ['yandex', 'vk'] }) }
    )
    await screen.findByText(
      'У этого адреса уже есть аккаунт. Войдите так, как обычно, и привяжите Яндекс ID в профиле.'
    )
    expect(field('Email').value).toBe('anna@example.ru')
    // The account may have no password.
    await screen.findByRole('button', { name: 'Войти с VK ID' })
    expect(screen.queryByRole('button', { name: 'Войти с Яндекс ID' })).toBeNull()
    await write(user, field('Пароль'), 'Password1!{Enter}')
    await screen.findByText('another page')
    expect([address(), calls.find(({ path }) => path === '/auth/login')?.body]).toEqual([
      '/library',
      { email: 'anna@example.ru', password: 'Password1!' }
    ])
  })

  test('to link it, links it once and returns to the profile', async () => {
    keepTokens('anna')
    const { asked: calls } = comeBack(
      { state: 'link', ticket: 'ticket-1', returnTo: '/profile#ways-in' },
      { 'POST /user/identities': () => succeed() }
    )
    await screen.findByText('another page')
    expect([address(), toasts]).toEqual(['/profile', ['success: Яндекс ID привязан. Теперь с ним можно входить']])
    expect(calls.filter(({ path }) => path === '/user/identities').map(({ body }) => body)).toEqual([
      { ticket: 'ticket-1' }
    ])
  })

  test('to link what opens another account, says so and leads back to the profile', async () => {
    keepTokens('anna')
    comeBack(
      { state: 'link', ticket: 'ticket-1', returnTo: '/profile' },
      { 'POST /user/identities': () => refuse(409, { error: 'Этот вход уже привязан к другому аккаунту' }) }
    )
    expect(await alertText()).toBe('Этот вход уже привязан к другому аккаунту')
    expect((await screen.findByRole('link', { name: 'Вернуться в профиль' })).getAttribute('href')).toBe('/profile')
  })

  test('to prove who it is, returns to where it was asked', async () => {
    signedInApi()
    comeBack({ state: 'proven', returnTo: '/api-keys' })
    await screen.findByText('another page')
    expect(address()).toBe('/api-keys')
  })
})

describe('a new person', () => {
  test('agrees with one press, which creates the account and sends the question', async () => {
    keepWaiting()
    const { asked: calls, user } = comeBack(newcomer, { [create]: () => succeed({ state: 'signed-in', ...signedIn }) })
    const press = await screen.findByRole('button', { name: 'Даю согласие' })
    expect(screen.getByText(/^После согласия сразу отправим/).textContent.replaceAll('\u00a0', ' ')).toBe(
      'После согласия сразу отправим ваш запрос: Claude 3 Haiku, 1 токен из 10 подарочных'
    )
    expect(screen.getByRole('link', { name: 'обработку персональных данных' }).getAttribute('href')).toBe(
      '/data-processing-policy'
    )
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.dblClick(press)
    await screen.findByLabelText('asked')
    expect([asked(), keptOne()]).toEqual([{ prompt, model, priceTokens, operationId }, null])
    expect(calls.filter(({ path }) => path === '/auth/identities/create').map(({ body }) => body)).toEqual([
      { ticket: 'ticket-1', consents: { offer: true, personalData: true } }
    ])
  })

  test('who does not agree finds their words where they would be sent, and nothing was called', async () => {
    keepWaiting()
    const { calls, user } = comeBack(newcomer)
    await user.click(await screen.findByRole('button', { name: 'Не сейчас' }))
    expect([address(), handed(), calls()]).toEqual(['/claude', { prompt, model }, [finish]])
  })

  test('without an address types one, and is sent to the mail', async () => {
    const { asked: calls, user } = comeBack(
      { ...newcomer, email: null, returnTo: '/?invite=FRIEND' },
      { [create]: () => succeed({ state: 'mail-sent' }) }
    )
    await user.click(await screen.findByRole('button', { name: 'Даю согласие' }))
    expect(document.activeElement).toBe(field('Email'))
    await type(user, { Email: 'anna@yandex.ru{Enter}' })
    await screen.findByRole('heading', { name: 'Проверьте почту' })
    expect(screen.getByRole('link', { name: 'Открыть Яндекс Почту' })).toBeTruthy()
    expect(calls.at(-1)?.body).toEqual({
      ticket: 'ticket-1',
      email: 'anna@yandex.ru',
      invite: 'FRIEND',
      nonce: localStorage.getItem('registration'),
      consents: { offer: true, personalData: true }
    })
  })

  test('whose data cannot be taken now reads why, and may press again', async () => {
    let times = 0
    const { user } = comeBack(
      { ...newcomer, returnTo: '/' },
      {
        [create]: () => {
          times += 1
          if (times === 1) return refuse(503, { error: 'Сейчас мы не можем принять личные данные', code: 'X' })
          return succeed({ state: 'signed-in', ...signedIn })
        }
      }
    )
    await user.click(await screen.findByRole('button', { name: 'Даю согласие' }))
    expect(await alertText()).toBe('Сейчас мы не можем принять личные данные')
    expect(document.activeElement?.getAttribute('role')).toBe('alert')
    await user.click(button('Даю согласие'))
    await screen.findByText('another page')
  })
})

test('another person on this device takes the place of the one who was signed in', async () => {
  keepTokens('boris')
  vi.spyOn(Storage.prototype, 'setItem')
  comeBack({ state: 'signed-in', ...signedIn, returnTo: '/' }, sessionOf(3))
  await screen.findByText('another page')
  expect(localStorage.getItem('accessToken')).toBe('anna-access')
})
