import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import { BackButton } from '#web/src/base/page/back-button.tsx'

function openAt(address: string) {
  window.history.replaceState(null, '', address)
  let navigate: ReturnType<typeof useNavigate> | undefined
  const Page = () => {
    navigate = useNavigate()
    return <output aria-label="address">{useLocation().pathname}</output>
  }
  render(
    <BrowserRouter>
      <BackButton />
      <Page />
    </BrowserRouter>
  )
  return { goTo: (path: string) => act(async () => navigate?.(path)) }
}

const goBack = () => userEvent.click(screen.getByRole('button', { name: 'Назад' }))
const isAt = (path: string) => waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path))

it('the back button goes back one step, and to the home page when there is no step before', async () => {
  const { goTo } = openAt('/auth')
  await goBack()
  await isAt('/')
  await goTo('/pricing')
  await goTo('/auth')
  await goBack()
  await isAt('/pricing')
  await goBack()
  await isAt('/')
})
