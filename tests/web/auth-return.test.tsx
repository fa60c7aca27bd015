import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { returnPathOf } from '#web/src/base/session/return-path.ts'
import { registerPath, signInPath } from '#web/src/base/paths.ts'
import {
  accountOf,
  type Asked,
  bearerOf,
  fakeApi,
  keepTokens,
  profileOf,
  refuse,
  succeed,
  tokenPair
} from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'

const answers = {
  'POST /auth/login': () => succeed({ tokens: tokenPair('anna') }),
  'GET /user/tokens': () => succeed(accountOf(7)),
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
}

async function open(address: string, others: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi({ ...answers, ...others })
  renderAt(
    address,
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="*" element={<p>another page</p>} />
    </Routes>
  )
}

const address = () => screen.getByLabelText('address').textContent

it('a sign-in returns to the page that asked for it', async () => {
  await open(signInPath('/luma'))
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'anna@example.ru')
  await user.type(screen.getByLabelText('Пароль'), 'Password1!{Enter}')
  await screen.findByText('another page')
  expect(address()).toBe('/luma')
})

const unlessAnna = (answer: () => Response) => (asked: Asked) =>
  bearerOf(asked) === 'Bearer anna-access' ? answer() : refuse(401)

it('a session that ends without a sign-out shows a notice, and the next sign-in returns to the same page', async () => {
  keepTokens('old')
  await open('/subscription', {
    'GET /user/tokens': unlessAnna(answers['GET /user/tokens']),
    'GET /auth/profile': unlessAnna(answers['GET /auth/profile']),
    'POST /auth/refresh': () => refuse(401)
  })
  expect((await screen.findByRole('alert')).textContent).toBe('Сессия завершена. Войдите снова')
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Email'), 'anna@example.ru')
  await user.type(screen.getByLabelText('Пароль'), 'Password1!{Enter}')
  await screen.findByText('another page')
  expect(address()).toBe('/subscription')
})

it('a signed-in user is sent to that page at once', async () => {
  keepTokens('anna')
  await open(registerPath('/flux'))
  await screen.findByText('another page')
  expect(address()).toBe('/flux')
})

it.each(['', 'return=', 'return=https://evil.example', 'return=//evil.example', 'return=/auth', 'return=/nowhere'])(
  'a sign-in with the return address «%s» opens the home page',
  (query) => {
    expect(returnPathOf(new URLSearchParams(query))).toBe('/')
  }
)
