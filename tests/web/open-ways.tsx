// «Вход и безопасность» of Anna's profile, with the ways in that a test gives her.
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { WaysIn } from '#contract/second-step.ts'
import { type Answers, succeed } from './fake-api.ts'
import { openProfile, passwordOnly } from './open-profile.tsx'

/** The profile of a user whose ways in are these; what changes them answers with the others. */
export function openWays(ways: Partial<WaysIn>, answers: Answers = {}) {
  let known = { ...passwordOnly, ...ways }
  const page = openProfile({ 'GET /user/ways-in': () => succeed(known), ...answers })
  return { ...page, become: (next: Partial<WaysIn>) => (known = { ...known, ...next }) }
}

export const names = (place: ReturnType<typeof within>, role: string): (string | null)[] =>
  place.queryAllByRole(role).map((one: HTMLElement) => one.getAttribute('aria-label') ?? one.textContent)

export const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
export const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
