import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#web/src/base/pages.ts'
import { descriptions } from '#web/src/app/head/descriptions.ts'
import { renderAt } from './render-page.tsx'
import { Router } from '#web/src/app/router.tsx'
import { showHead } from '#web/src/app/head/show-head.ts'

beforeEach(() => {
  for (const element of document.head.querySelectorAll(':scope > :not(style)')) element.remove()
})

const valueOf = (selector: string, attribute = 'content') =>
  document.head.querySelector(selector)?.getAttribute(attribute) ?? null

async function open(address: string) {
  const page = renderAt(address, <Router />)
  await waitFor(() => expect(valueOf('meta[property="og:title"]')).not.toBeNull())
  return page
}

describe('the head of a page', () => {
  it('describes it to search engines', async () => {
    await open('/pricing')
    expect(valueOf('meta[name=description]')).toBe(descriptions['/pricing'])
    expect(valueOf('link[rel=canonical]', 'href')).toBe(`${window.location.origin}/pricing`)
    expect(valueOf('meta[property="og:title"]')).toBe('Цены')
    expect(valueOf('meta[name=robots]')).toBeNull()
  })

  it('names the canonical address of a page that has two', async () => {
    await open('/dalle')
    expect(valueOf('link[rel=canonical]', 'href')).toBe(`${window.location.origin}/dall-e-3`)
  })

  it('removes the tags of the page before', async () => {
    const page = await open('/terms')
    expect(valueOf('link[rel=canonical]', 'href')).not.toBeNull()
    act(() => page.unmount())
    showHead('/profile')
    expect(valueOf('link[rel=canonical]', 'href')).toBeNull()
    expect(valueOf('meta[name=description]')).toBeNull()
    expect(valueOf('meta[name=robots]')).toBe('noindex')
    showHead('/nowhere')
    expect(valueOf('meta[name=robots]')).toBe('noindex')
    expect(document.head.querySelectorAll('meta[property="og:title"]')).toHaveLength(1)
  })

  it('has a description of at most 160 characters, which search engines show whole', () => {
    const long = routes.filter((route) => (descriptions[route]?.length ?? 0) > 160)
    expect(long).toEqual([])
  })
})
