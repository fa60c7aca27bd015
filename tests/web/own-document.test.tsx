import { act, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { routes } from '#web/src/base/pages.ts'
import { mayShareDocument, useOwnDocument } from '#web/src/app/own-document.ts'

const reload = vi.fn()

afterEach(() => {
  reload.mockClear()
})

/** A document that was loaded from an address, with a function that navigates in it. */
function openDocument(pathname: string) {
  vi.stubGlobal('location', { ...window.location, pathname, reload })
  let go: ReturnType<typeof useNavigate> | undefined
  function Place() {
    go = useNavigate()
    return <output aria-label="shown">{useOwnDocument(useLocation(), pathname)?.pathname ?? 'nothing'}</output>
  }
  render(
    <MemoryRouter initialEntries={[pathname]}>
      <Place />
    </MemoryRouter>
  )
  return { goTo: (path: string) => act(async () => go?.(path)) }
}

const shown = () => screen.getByLabelText('shown').textContent

describe('the payment page', () => {
  it.each(routes.filter((route) => route !== '/token-purchase'))('shares no document with %s', (route) => {
    expect(mayShareDocument('/token-purchase', route)).toBe(false)
    expect(mayShareDocument(route, '/token-purchase')).toBe(false)
    expect(mayShareDocument(route, '/pricing')).toBe(true)
  })

  it('reloads when the user comes from another page, which stays on the screen until then', async () => {
    const { goTo } = openDocument('/pricing')
    await goTo('/learning')
    expect([shown(), reload.mock.calls.length]).toEqual(['/learning', 0])
    await goTo('/token-purchase?package=tokens-500')
    expect([shown(), reload.mock.calls.length]).toEqual(['/learning', 1])
  })

  it('reloads when the user leaves it, so that no other page runs under its looser policy', async () => {
    const { goTo } = openDocument('/token-purchase')
    await goTo('/token-purchase?package=tokens-500')
    expect([shown(), reload.mock.calls.length]).toEqual(['/token-purchase', 0])
    await goTo('/payment-success?payment_id=12345678')
    expect([shown(), reload.mock.calls.length]).toEqual(['/token-purchase', 1])
  })

  it('is not shown to a user who goes back before the reload, and reloads again at the next visit', async () => {
    const { goTo } = openDocument('/pricing')
    await goTo('/token-purchase')
    await goTo('/pricing')
    expect([shown(), reload.mock.calls.length]).toEqual(['/pricing', 1])
    await goTo('/token-purchase')
    expect([shown(), reload.mock.calls.length]).toEqual(['/pricing', 2])
  })
})
