// The server's side of refresh tokens: every use rotates the token, the previous one still works for half a minute, and an
// older one ends the session.
import { bearerOf, type Asked, profileOf, refuse, succeed } from './fake-api.ts'

const graceMs = 30_000

export const pairOf = (generation: number) => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`
})

/** Sends an exchange with the refresh token of that generation. */
export const exchangeOf = (generation: number): Asked => ({
  method: 'POST',
  path: '/auth/refresh',
  headers: new Headers(),
  body: { refreshToken: pairOf(generation).refreshToken },
  signal: null
})

export function rotatingServer() {
  let generation = 1
  let rotatedAt = Number.NEGATIVE_INFINITY
  let ended = false
  const state = {
    /** The clock of the server; those of the tabs may differ. */
    now: 0,
    exchanges: 0,
    /** How many responses of exchanges are lost after the exchange took effect. */
    losing: 0,
    rotations: () => generation - 1,
    isEnded: () => ended,
    /** Lets ten minutes pass. */
    expireAccess: () => void (expired = generation)
  }
  let expired = 0

  async function refresh({ body }: Asked): Promise<Response> {
    state.exchanges += 1
    const { refreshToken } = body as { refreshToken: string }
    if (!ended && refreshToken === `refresh-${generation}`) {
      generation += 1
      rotatedAt = state.now
    } else if (refreshToken !== `refresh-${generation - 1}` || state.now - rotatedAt > graceMs) {
      ended = true
    }
    if (ended) return refuse(401, { code: 'INVALID_REFRESH_TOKEN' })
    // Makes the exchanges of the tabs overlap.
    await Promise.resolve()
    if (state.losing > 0) {
      state.losing -= 1
      throw new TypeError('Failed to fetch')
    }
    return succeed({ tokens: pairOf(generation) })
  }

  const profile = (asked: Asked): Response => {
    const sent = Number(bearerOf(asked)?.match(/^Bearer access-(\d+)$/)?.[1] ?? 0)
    return !ended && sent > expired && sent <= generation
      ? succeed({ user: profileOf('anna@example.ru') })
      : refuse(401, { code: 'UNAUTHORIZED' })
  }

  return { state, first: pairOf(1), answers: { 'POST /auth/refresh': refresh, 'GET /auth/profile': profile } }
}
