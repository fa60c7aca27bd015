import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderAt } from './render-page.tsx'
import { Router } from '#web/src/app/router.tsx'

async function open(address = '/nowhere') {
  const page = renderAt(address, <Router />)
  await screen.findByRole('heading', { level: 1 })
  return page
}

const notice = () => screen.queryByRole('complementary', { name: 'Что сайт хранит в браузере' })
const hide = () => userEvent.setup().click(screen.getByRole('button', { name: 'Понятно, скрыть' }))

describe('the notice about what the site stores', () => {
  it('is also on a page that has no menu', async () => {
    await open('/auth')
    expect(notice()).not.toBeNull()
  })

  it('links to the whole list, stays hidden after a reload, and hiding it moves the focus to the page', async () => {
    const page = await open()
    expect(notice()?.textContent).toMatch(/две cookie/)
    expect(screen.getByRole('link', { name: 'Подробнее' }).getAttribute('href')).toBe('/cookie-policy')
    await hide()
    expect(notice()).toBeNull()
    expect(document.activeElement?.id).toBe('content')
    page.unmount()
    await open()
    expect(notice()).toBeNull()
  })

  it('is hidden in other tabs too', async () => {
    await open()
    localStorage.setItem('cookie-notice', 'read')
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cookie-notice' })))
    expect(notice()).toBeNull()
  })

  it('can be hidden where storage is blocked', async () => {
    await open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    await hide()
    expect(notice()).toBeNull()
  })
})
