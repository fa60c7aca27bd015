// The pages to which mails lead, as programs open them that read mails and run their scripts.
import { screen } from '@testing-library/react'
import { createElement, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { componentAt } from '#web/src/app/page-components.tsx'
import { mailLinks } from '#tests/support/mail-links.ts'
import { fakeApi } from './fake-api.ts'
import { renderAt } from './render-page.tsx'

describe('the link of a mail changes nothing by being opened', () => {
  it.each(Object.entries(mailLinks))('%s', async (link, shown) => {
    // Any call that is not expected here fails the test.
    const { calls } = fakeApi({})
    renderAt(link, <Suspense>{createElement(componentAt(link.split(/[?#]/)[0]!))}</Suspense>)
    expect(await screen.findAllByText(shown)).not.toEqual([])
    expect(calls()).toEqual([])
  })
})
