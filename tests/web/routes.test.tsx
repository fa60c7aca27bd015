import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { notFound, pages, routes } from '#web/src/base/pages.ts'
import { paths } from '#web/src/base/paths.ts'
import { componentAt } from '#web/src/app/page-components.tsx'
import { address, renderAt } from './render-page.tsx'
import { Router } from '#web/src/app/router.tsx'

const open = (at: string) => renderAt(at, <Router />)

describe('every address of the route table', () => {
  it('has a page module, and every page module has an address', () => {
    for (const path of [...routes, '/nowhere']) expect(componentAt(path)).toBeTypeOf('function')
    const modules = Object.keys(import.meta.glob('#web/src/**/*page.tsx')).map((name) => name.split('/src/')[1])
    const named = new Set([...Object.values(pages), notFound].map(({ module }) => module))
    expect(modules.toSorted()).toEqual([...named].toSorted())
  })

  it('has a title, except the home page', () => {
    expect(routes.filter((route) => pages[route].title === '')).toEqual(['/'])
  })

  it('is known: our own links lead to no other', () => {
    const known = new Set<string>(routes)
    expect(Object.values(paths).filter((path) => !known.has(path.split('?')[0] ?? ''))).toEqual([])
  })
})

describe('the router', () => {
  it('shows the page of an address, under its title', async () => {
    open('/payment-success?payment_id=12345678')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Необходима авторизация')
    expect(document.title).toBe('Результат оплаты · Мощная AI Платформа')
  })

  it('shows the not-found page at an unknown address', async () => {
    open('/nowhere')
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Oops! Page not found')
    expect(screen.getByText('404')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
    expect(document.title).toBe('Страница не найдена · Мощная AI Платформа')
  })

  it('moves the focus into the new page, also when the layout changes', async () => {
    open('/nowhere')
    await userEvent.click(await screen.findByRole('link', { name: 'Войти' }))
    await waitFor(() => expect(address()).toBe('/auth'))
    await waitFor(() => expect(document.activeElement?.closest('main')).toBe(screen.getByRole('main')))
    await userEvent.click(screen.getByRole('button', { name: 'Назад' }))
    await waitFor(() => expect(address()).toBe('/'))
    await waitFor(() => expect(document.activeElement?.closest('main')).toBe(screen.getByRole('main')))
  })

  it('drops a slash at the end of an address and keeps its query', async () => {
    open('/learning/?open=1')
    await waitFor(() => expect(address()).toBe('/learning?open=1'))
  })
})
