import { StrictMode, useEffect, useState } from 'react'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { useBack } from '#web/src/base/ui/back.ts'
import { nextTask, stepsMade } from '../support/web/history-steps.ts'

const Layer = ({ name, stays = false }: { name: string; stays?: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  useBack(isOpen, () => setIsOpen(stays))
  return (
    <>
      <button onClick={() => setIsOpen(true)}>{`open ${name}`}</button>
      {isOpen && (
        <section aria-label={name}>
          <button onClick={() => setIsOpen(false)}>{`close ${name}`}</button>
          <Link to="/pricing" onClick={() => setIsOpen(false)}>{`link of ${name}`}</Link>
        </section>
      )}
    </>
  )
}

let navigate: ReturnType<typeof useNavigate> | undefined
const visits: string[] = []

const Page = () => {
  const go = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    navigate = go
    if (visits.at(-1) !== pathname + search) visits.push(pathname + search)
  })
  return (
    <>
      <Layer name="menu" />
      <Layer name="dialog" />
      <Layer name="question" stays />
    </>
  )
}

/** `/before` is the page before; what the router shows is in `visits`. */
async function openPage() {
  window.history.pushState(null, '', '/before')
  window.history.pushState({ idx: 0, key: 'first' }, '', '/before')
  visits.length = 0
  render(
    <StrictMode>
      <BrowserRouter>
        <Page />
      </BrowserRouter>
    </StrictMode>
  )
  await act(async () => navigate?.('/library'))
}

const press = (name: string) => userEvent.click(screen.getByText(name))
/** The place of the toasts may be left of a test of another file: this window is theirs as well. */
const layers = () => screen.queryAllByRole('region').filter((layer) => !layer.hasAttribute('aria-live'))
const opened = () => layers().map((layer) => layer.getAttribute('aria-label'))
const areOpen = (...names: string[]) => waitFor(() => expect(opened()).toEqual(names))
const entries = (count: number) => waitFor(() => expect(window.history.state?.over ?? 0).toBe(count))
const open = async (name: string, count: number) => {
  await press(`open ${name}`)
  await entries(count)
}
const back = () => act(async () => window.history.back())
const isAt = (address: string) =>
  waitFor(() => expect([visits.at(-1), window.location.pathname + window.location.search]).toEqual([address, address]))

beforeEach(openPage)

it('a step back closes what was opened last, and the page stays', async () => {
  await open('menu', 1)
  await open('dialog', 2)
  await back()
  await areOpen('menu')
  await back()
  await areOpen()
  await isAt('/library')
  await back()
  await isAt('/before')
  expect(visits).toEqual(['/before', '/library', '/before'])
})

it('what was closed by other means leaves no step behind, and a step forward opens nothing', async () => {
  await open('menu', 1)
  await press('close menu')
  await entries(0)
  const go = vi.spyOn(window.history, 'go')
  await act(async () => window.history.forward())
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1))
  go.mockRestore()
  await entries(0)
  await areOpen()
  await back()
  await isAt('/before')
})

it('a link in it is followed, and a step back from there returns to the page', async () => {
  await open('menu', 1)
  await press('link of menu')
  await isAt('/pricing')
  await areOpen()
  await back()
  await isAt('/library')
  await entries(0)
  await back()
  await isAt('/before')
})

it('a link in a dialog over another is one step from the page as well', async () => {
  await open('menu', 1)
  await open('dialog', 2)
  await press('close menu')
  await press('link of dialog')
  await isAt('/pricing')
  await back()
  await isAt('/library')
  await entries(0)
  await back()
  await isAt('/before')
})

it('a page that is opened while the entry is being left is shown, one step from the page before', async () => {
  await open('menu', 1)
  const go = window.history.go.bind(window.history)
  const left = new Promise<void>((resolve) => {
    window.history.go = (steps) => {
      Reflect.deleteProperty(window.history, 'go')
      go(steps)
      void navigate?.('/pricing')
      resolve()
    }
  })
  await press('close menu')
  await act(() => left)
  await waitFor(() => expect(window.history.state).toMatchObject({ idx: 2 }))
  await isAt('/pricing')
  await back()
  await isAt('/library')
  expect(visits).toEqual(['/before', '/library', '/pricing', '/library'])
})

it('an address that changed meanwhile stays when it is closed', async () => {
  await open('menu', 1)
  await act(async () => navigate?.('?kind=video', { replace: true }))
  await back()
  await areOpen()
  await isAt('/library?kind=video')
  await back()
  await isAt('/before')
})

it('what one closes as another is opened shares its entry', async () => {
  await open('menu', 1)
  const { length } = window.history
  await press('close menu')
  await open('dialog', 1)
  expect(window.history.length).toBe(length)
  await back()
  await areOpen()
  await isAt('/library')
})

it('what does not close is closed by no later step either, and the page stays', async () => {
  await open('question', 1)
  await back()
  await entries(1)
  await areOpen('question')
  await isAt('/library')
  await press('close question')
  await entries(0)
})

it('a step is made before its test ends, on a machine that is busy meanwhile too', async () => {
  window.history.pushState(null, '', '/busy')
  const stepped = vi.fn<() => void>()
  window.addEventListener('popstate', stepped, { once: true })
  window.history.go(-1)
  nextTask(() => {
    // Longer than any time that one would wait for a step.
    const until = performance.now() + 100
    while (performance.now() < until);
  })
  await stepsMade()
  expect(stepped).toHaveBeenCalledOnce()
})
