// What tests of the console's sign-in have in common.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Console } from '#web/console/src/console.tsx'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { accountOf, profileOf, refuse, succeed } from '../fake-api.ts'

export const email = 'anna@example.ru'

export const user = {
  'GET /user/tokens': () => succeed(accountOf(5)),
  'GET /auth/profile': () => succeed({ user: profileOf(email) })
}
export const enter = () => succeed({ factor: { state: 'enter', name: 'anna', secret: null, uri: null } })
export const missing = () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' })

export function open(hash = '') {
  beginNewPage()
  window.location.hash = hash
  return render(<Console />)
}

export const code = () => screen.findByLabelText<HTMLInputElement>('Код из приложения')
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
