// The forms whose calls hash a password, while the server asks for a proof of work.
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { splitProof } from '#contract/proof-of-work.ts'
import { refuse, type Asked } from './fake-api.ts'
import { alertText, button, fillRegistration, openSignIn, type, type User } from './sign-in-pages.tsx'

const password = 'Password1!'
const signIn = [
  'signing in',
  '/auth',
  'POST /auth/login',
  'Войти',
  (user: User) => type(user, { Email: 'anna@example.ru', Пароль: password })
] as const
const forms = [
  signIn,
  ['registering', '/auth?mode=register', 'POST /auth/register', 'Создать аккаунт', fillRegistration],
  [
    'setting a new password',
    '/reset-password?token=good',
    'POST /auth/reset-password-confirm',
    'Сохранить пароль',
    (user: User) => type(user, { 'Новый пароль': password, 'Повторите пароль': password })
  ]
] as const

const challenge = `1795000000000.10_${'a'.repeat(22)}.${'s'.repeat(43)}`
const demand = (data: object = { challenge }) =>
  refuse(428, { code: 'PROOF_REQUIRED', error: 'Обновите страницу', data })
const limit = () => refuse(429, { code: 'RATE_LIMITED', error: 'Слишком много запросов' })
const proofIn = ({ body }: Asked) => (body as { proof?: string }).proof
const notice = () => screen.queryByText('Проверяем, что вы не робот…')

async function send(
  [, at, call, name, fill]: (typeof forms)[number],
  answer: (asked: Asked) => Response | Promise<Response>
) {
  const page = openSignIn(at, { [call]: answer })
  await fill(page.user)
  await page.user.click(button(name))
  return page
}

describe.each(forms.map((form) => ({ name: form[0], form })))('a browser that is $name', ({ form }) => {
  it('proves some work when it is asked to, says so, and repeats the call by itself', async () => {
    const answer = Promise.withResolvers<Response>()
    const { asked } = await send(form, (one) => (proofIn(one) === undefined ? demand() : answer.promise))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(splitProof(proofIn(asked[1]!)!)?.challenge).toBe(challenge)
    expect(asked[1]?.body).toEqual({ ...(asked[0]?.body as object), proof: proofIn(asked[1]!) })
    expect(screen.getAllByRole('status')).toContain(notice())
    expect(screen.queryByRole('alert')).toBeNull()
    await act(async () => answer.resolve(limit()))
    expect(await alertText()).toBe('Слишком много запросов')
    expect(notice()).toBeNull()
  })

  it('gives up after two proofs, with the text of the server', async () => {
    const { calls } = await send(form, () => demand())
    expect(await alertText()).toBe('Обновите страницу')
    expect(calls()).toEqual([form[2], form[2], form[2]])
  })
})

it('a browser says nothing of it when it is not asked', async () => {
  const answer = Promise.withResolvers<Response>()
  const { calls } = await send(signIn, () => answer.promise)
  await waitFor(() => expect(calls()).toEqual(['POST /auth/login']))
  expect(notice()).toBeNull()
  await act(async () => answer.resolve(limit()))
  expect(await alertText()).toBe('Слишком много запросов')
  expect(calls()).toEqual(['POST /auth/login'])
})

it('a browser does not guess at a challenge that it does not understand', async () => {
  const { calls } = await send(signIn, () => demand({}))
  expect(await alertText()).toBe('Обновите страницу')
  expect(calls()).toEqual(['POST /auth/login'])
})
