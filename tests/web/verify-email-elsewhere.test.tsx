import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { accountOf, fakeApi, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { registerMutation } from '#web/src/people/sign-in/sign-in-calls.ts'
import { Page as VerifyEmailPage } from '#web/src/people/sign-in/verify-email-page.tsx'

/** Of the registration to which the links belong. */
const nonce = '0123456789abcdef'.repeat(2)

async function open(address: string) {
  renderAt(
    address,
    <Routes>
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
}

const anna = {
  'GET /user/tokens': () => succeed(accountOf(10)),
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
}
const confirmed = { [`GET /auth/verify-email/${nonce}good`]: () => succeed({ tokens: tokenPair('anna') }) }

const question = () => screen.findByRole('button', { name: 'Подтвердить' })

describe('the link of the confirmation mail, in another browser than the one that registered', () => {
  const browsers: [name: string, prepare: () => void][] = [
    ['without a registration', () => undefined],
    ['where another person registered', () => localStorage.setItem('registration', 'f'.repeat(32))],
    ['whose storage holds something else', () => localStorage.setItem('registration', '0')],
    [
      'that refuses storage',
      () => {
        for (const name of ['getItem', 'setItem', 'removeItem'] as const)
          vi.spyOn(Storage.prototype, name).mockImplementation(() => {
            throw new DOMException('The operation is insecure', 'SecurityError')
          })
      }
    ]
  ]
  it.each(browsers)('asks for a click, and calls nothing before it: %s', async (_, prepare) => {
    prepare()
    const { calls } = fakeApi({ ...confirmed, ...anna })
    await open(`/verify-email?token=${nonce}good`)
    const button = await question()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Подтверждение email')
    expect(calls()).toEqual([])
    await userEvent.click(button)
    await screen.findByText('home')
    expect(calls().filter((asked) => asked.includes('verify-email'))).toHaveLength(1)
    expect(toasts).toEqual(['success: Добро пожаловать! Email подтвержден.'])
  })

  it('confirms with the keyboard, and the button is busy until the answer has come', async () => {
    const answer = Promise.withResolvers<Response>()
    fakeApi({ ...anna, [`GET /auth/verify-email/${nonce}good`]: () => answer.promise })
    await open(`/verify-email?token=${nonce}good`)
    const button = await question()
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'), { timeout: 20_000 })
    answer.resolve(succeed({ tokens: tokenPair('anna') }))
    await screen.findByText('home')
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
  })

  const refusals: [name: string, answer: () => Response, text: string][] = [
    [
      'was used up or is too old',
      () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }),
      'Токен недействителен или истек. Запросите новое письмо'
    ],
    [
      'was confirmed elsewhere',
      () => refuse(409, { code: 'EMAIL_ALREADY_VERIFIED' }),
      'Эта ссылка уже сработала раньше. Открываем сайт…'
    ]
  ]
  it.each(refusals)('says after the click that it %s', async (_, answer, text) => {
    fakeApi({ [`GET /auth/verify-email/${nonce}bad`]: answer })
    await open(`/verify-email?token=${nonce}bad`)
    await userEvent.click(await question())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('of an earlier registration asks for a click, and leaves the newer one its own link', async () => {
    localStorage.setItem('registration', 'f'.repeat(32))
    fakeApi({ ...confirmed, ...anna })
    await open(`/verify-email?token=${nonce}good`)
    await userEvent.click(await question())
    await screen.findByText('home')
    expect(localStorage.getItem('registration')).toBe('f'.repeat(32))
  })
})

it('stays this browser’s own link when registering is tried again', async () => {
  const { asked } = fakeApi({ 'POST /auth/register': () => refuse(429, { error: 'Позже' }) })
  const register = registerMutation(() => undefined).mutationFn
  const input = {
    email: 'anna@example.ru',
    password: 'Password1!',
    consents: { offer: true, personalData: true }
  } as const
  for (const time of [1, 2]) {
    await expect(register?.(input, {} as never)).rejects.toThrow('Позже')
    expect(asked).toHaveLength(time)
  }
  const [first, second] = asked.map(({ body }) => (body as { nonce?: string }).nonce)
  expect([first, second]).toEqual([localStorage.getItem('registration'), first])
})
