// Refresh tokens as a browser uses them, on a clock that the test moves.
import { beforeEach, vi } from 'vitest'
import { call, post } from './account.ts'

export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** For all tests of a file. */
export function moveTheClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
}

export const wait = (durationMs: number) => vi.setSystemTime(Date.now() + durationMs)
export const refresh = (refreshToken: string) => post('/api/auth/refresh', { refreshToken })
export const profileStatus = async (accessToken: string) => (await call('/api/auth/profile', { accessToken })).status
