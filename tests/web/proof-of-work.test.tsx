// The forms whose calls hash a password, while the server asks for a proof of work.
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { splitProof } from '#contract/proof-of-work.ts'
import { fakeApi, refuse, type Asked } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { signInPages } from './sign-in-pages.tsx'

type User = ReturnType<typeof userEvent.setup>

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const typing = async (user: User, values: Record<string, string>) => {
  for (const [label, typed] of Object.entries(values)) await user.type(field(label), typed)
}
const password = 'Password1!'

const forms = [
  [
    'signing in',
    '/auth',
    'POST /auth/login',
    'Войти',
    (user: User) => typing(user, { Email: 'anna@example.ru', Пароль: password })
  ],
  [
    'registering',
    '/auth?mode=register',
    'POST /auth/register',
    'Создать аккаунт',
    async (user: User) => {
      await typing(user, { Email: 'anna@example.ru', Пароль: password, 'Повторите пароль': password })
      for (const box of screen.getAllByRole('checkbox')) await user.click(box)
    }
  ],
  [
    'setting a new password',
    '/reset-password?token=good',
    'POST /auth/reset-password-confirm',
    'Сохранить пароль',
    (user: User) => typing(user, { 'Новый пароль': password, 'Повторите пароль': password })
  ]
] as const

const challenge = `1795000000000.10_${'a'.repeat(22)}.${'s'.repeat(43)}`
const demand = () => refuse(428, { code: 'PROOF_REQUIRED', error: 'Обновите страницу', data: { challenge } })
const proofIn = ({ body }: Asked) => (body as { proof?: string }).proof
const notice = () => screen.queryByText('Проверяем, что вы не робот…')

describe.each(forms)('a browser that is %s', (_, address, path, button, fill) => {
  async function send(answer: (asked: Asked) => Response | Promise<Response>) {
    const api = fakeApi({ [path]: answer })
    renderAt(address, signInPages)
    const user = userEvent.setup()
    await fill(user)
    await user.click(screen.getByRole('button', { name: button }))
    return { ...api, user }
  }

  it('proves some work when it is asked to, says so, and repeats the call by itself', async () => {
    const answer = Promise.withResolvers<Response>()
    const { asked } = await send((one) => (proofIn(one) === undefined ? demand() : answer.promise))
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(splitProof(proofIn(asked[1]!)!)?.challenge).toBe(challenge)
    expect(asked[1]?.body).toEqual({ ...(asked[0]?.body as object), proof: proofIn(asked[1]!) })
    expect(screen.getAllByRole('status')).toContain(notice())
    expect(screen.queryByRole('alert')).toBeNull()
    await act(async () => answer.resolve(refuse(429, { code: 'RATE_LIMITED', error: 'Слишком много запросов' })))
    expect((await screen.findByRole('alert')).textContent).toBe('Слишком много запросов')
    expect(notice()).toBeNull()
  })

  it('says nothing of it when it is not asked', async () => {
    const answer = Promise.withResolvers<Response>()
    const { calls } = await send(() => answer.promise)
    await waitFor(() => expect(calls()).toEqual([path]))
    expect(notice()).toBeNull()
    await act(async () => answer.resolve(refuse(429, { code: 'RATE_LIMITED', error: 'Слишком много запросов' })))
    await screen.findByRole('alert')
    expect(calls()).toEqual([path])
  })

  it('gives up after two proofs, with the text of the server', async () => {
    const { calls } = await send(demand)
    expect((await screen.findByRole('alert')).textContent).toBe('Обновите страницу')
    expect(calls()).toEqual([path, path, path])
  })

  it('does not guess at a challenge that it does not understand', async () => {
    const { calls } = await send(() => refuse(428, { code: 'PROOF_REQUIRED', error: 'Обновите страницу', data: {} }))
    expect((await screen.findByRole('alert')).textContent).toBe('Обновите страницу')
    expect(calls()).toEqual([path])
  })
})
