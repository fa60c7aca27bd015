import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { SignInPrompt } from '#web/src/base/page/sign-in-prompt.tsx'

test.each([
  ['/profile', '/auth?return=%2Fprofile'],
  ['/subscription?tab=payments', '/auth?return=%2Fsubscription%3Ftab%3Dpayments'],
  // Letters lead to the limits on spending.
  ['/profile#limits', '/auth?return=%2Fprofile%23limits']
])('a visitor who is asked to sign in on %s returns to it', (address, way) => {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SignInPrompt title="Профиль" text="Войдите в систему" />
    </MemoryRouter>
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Профиль')
  expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe(way)
})
