import { act, screen, waitFor, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Page as HomePage } from '#web/src/app/home-page.tsx'
import { FromFirstWord } from '#web/src/app/home/from-first-word.tsx'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { keptOne } from './return-page.tsx'
import { alertText, button, field, openSignIn } from './sign-in-pages.tsx'
import { write } from './write.ts'

const both = { 'GET /auth/ways': () => succeed({ providers: ['yandex', 'vk'] }) }
const start = 'POST /auth/identities/start'
/** Going there changes the address of this page alone. */
const provider = () => succeed({ url: 'http://localhost:3000/#provider' })

/** Opens the sign-in of a deployment with this list, on a page that does not come to asking for another one. */
function openBuilt(ways: string) {
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
  vi.stubEnv('VITE_WAYS_IN', ways)
  vi.stubGlobal('requestIdleCallback', () => 0)
  openSignIn('/auth', {})
}

describe('the buttons of providers', () => {
  test.each(['/auth', '/auth?mode=register'])('stand above the form of %s, and name what is accepted', async (at) => {
    openSignIn(at, both)
    await screen.findByRole('button', { name: 'Войти с Яндекс ID' })
    expect(button('Войти с VK ID')).toBeTruthy()
    const line = screen.getByText(/^Продолжая через Яндекс ID или VK ID, вы принимаете/).parentElement!
    expect(
      within(line)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    ).toEqual(['/user-agreement', '/terms'])
  })

  test('are those that the server names, and none without a word of it', async () => {
    openSignIn('/auth', { 'GET /auth/ways': () => succeed({ providers: ['vk'] }) })
    await screen.findByRole('button', { name: 'Войти с VK ID' })
    expect(screen.queryByRole('button', { name: 'Войти с Яндекс ID' })).toBeNull()
  })

  test('are those that the deployment has built in, on a first visit', async () => {
    openBuilt('vk')
    expect(screen.getAllByRole('button', { name: /^Войти с / }).map(({ textContent }) => textContent)).toEqual([
      'Войти с VK ID'
    ])
  })

  test('are there at once in a browser that was told before, and leave when they are not offered any more', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task))
    localStorage.setItem('ways-in', 'yandex elsewhere|')
    const answer = Promise.withResolvers<Response>()
    openSignIn('/auth', { 'GET /auth/ways': () => answer.promise })
    expect(screen.getAllByRole('button', { name: /^Войти с / }).map(({ textContent }) => textContent)).toEqual([
      'Войти с Яндекс ID'
    ])
    answer.resolve(succeed({ providers: [] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Войти с Яндекс ID' })).toBeNull())
    expect(localStorage.getItem('ways-in')).toBe('|')
  })

  test.each([
    ['another list, which is newer', 'vk', 'yandex|yandex', 'Войти с VK ID'],
    ['the same list, which is older', 'yandex vk', 'yandex|yandex vk', 'Войти с Яндекс ID'],
    ['a list, before one was kept with it', 'vk', 'yandex', 'Войти с VK ID']
  ])('are those of a deployment or of the last answer: %s', (_, built, kept, shown) => {
    localStorage.setItem('ways-in', kept)
    openBuilt(built)
    expect(screen.getAllByRole('button', { name: /^Войти с / }).map(({ textContent }) => textContent)).toEqual([shown])
  })

  test('leave when they are pressed and are off, which is said also without any other', async () => {
    const error = 'Вход через VK ID сейчас выключен'
    const { user } = openSignIn('/auth', {
      'GET /auth/ways': () => succeed({ providers: ['vk'] }),
      [start]: () => refuse(503, { error, code: 'SERVICE_OFF' })
    })
    await user.click(await screen.findByRole('button', { name: 'Войти с VK ID' }))
    expect(await alertText()).toBe(error)
    expect(screen.queryByRole('button', { name: 'Войти с VK ID' })).toBeNull()
    expect(screen.queryByText('или по email')).toBeNull()
    expect(field('Пароль')).toBeTruthy()
  })

  test('lead to the provider, who sends back to the page that asked for the sign-in', async () => {
    const { asked: calls, user } = openSignIn('/auth?return=%2Flibrary&invite=FRIEND', {
      ...both,
      [start]: provider
    })
    await write(user, field('Email'), 'anna@example.ru')
    await user.click(await screen.findByRole('button', { name: 'Войти с Яндекс ID' }))
    await waitFor(() => expect(window.location.hash).toBe('#provider'))
    expect(calls.at(-1)?.body).toEqual({ provider: 'yandex', returnTo: '/library?invite=FRIEND' })
    expect(button('Войти с VK ID').disabled).toBe(true)
    // As the browser does when «назад» shows the page again.
    window.dispatchEvent(new Event('pageshow'))
    await waitFor(() => expect(button('Войти с VK ID').disabled).toBe(false))
  })

  test('say when the page of a provider cannot be opened', async () => {
    const { user } = openSignIn('/auth', { ...both, [start]: () => refuse(503, { error: 'Сервис временно выключен' }) })
    await user.click(await screen.findByRole('button', { name: 'Войти с VK ID' }))
    expect(await alertText()).toBe('Сервис временно выключен')
    expect(document.activeElement?.textContent).toBe('Сервис временно выключен')
  })
})

async function openHome(answers = {}) {
  const opened = { ...fakeApi({ ...both, ...answers }), ...openPages('/', { '/': <HomePage /> }) }
  await act(() => import('#web/src/app/home/one-tap.tsx'))
  return opened
}
const question = () => screen.getByRole('textbox', { name: 'Ваш запрос' })

describe('the first question of a visitor', () => {
  test('can be sent with a provider from its first word on, and is kept for that', async () => {
    const { asked, user } = await openHome({ [start]: provider })
    expect(screen.queryByRole('button', { name: 'Отправить с Яндекс ID' })).toBeNull()
    await write(user, question(), '  Что такое квант?  ')
    await user.click(await screen.findByRole('button', { name: 'Отправить с Яндекс ID' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(keptOne()).toMatchObject({ prompt: 'Что такое квант?', owner: null })
    expect(asked[1]?.body).toEqual({ provider: 'yandex', returnTo: `/?asks=${keptOne()?.at}` })
  })

  test('is not sent with a provider that is off: its button leaves', async () => {
    const error = 'Вход через VK ID сейчас выключен'
    const { user } = await openHome({ [start]: () => refuse(503, { error, code: 'SERVICE_OFF' }) })
    await user.type(question(), 'Что')
    await user.click(await screen.findByRole('button', { name: 'Отправить с VK ID' }))
    expect(await alertText()).toBe(error)
    expect(screen.queryByRole('button', { name: 'Отправить с VK ID' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Отправить с Яндекс ID' })).toBeTruthy()
  })

  test('that was taken back is not sent: its field has the focus', async () => {
    const { calls, user } = await openHome()
    await user.type(question(), 'Что')
    const send = await screen.findByRole('button', { name: 'Отправить с VK ID' })
    await user.clear(question())
    await user.click(send)
    await waitFor(() => expect(document.activeElement).toBe(question()))
    expect([calls(), keptOne()]).toEqual([['GET /auth/ways'], null])
  })

  test('that is pasted while the buttons are being drawn can be sent with them', async () => {
    const form = document.createElement('form')
    form.append(document.createElement('textarea'))
    const Paste = () => {
      useLayoutEffect(() => {
        form.querySelector('textarea')!.value = 'Что такое квант?'
      }, [])
      return <FromFirstWord form={form} />
    }
    fakeApi(both)
    openPages('/', { '/': <Paste /> })
    await screen.findByRole('button', { name: 'Отправить с Яндекс ID' })
  })
})
