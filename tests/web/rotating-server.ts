// The server's side of refresh tokens, as tabs meet it: every use rotates, the one before helps for half a minute, and
// anything older ends the session.
import { bearerOf, type Asked, profileOf, refuse, succeed } from './fake-api.ts'

const graceMs = 30_000

export const pairOf = (generation: number) => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`
})

/** What somebody sends who has the refresh token of that generation. */
export const exchangeOf = (generation: number): Asked => ({
  method: 'POST',
  path: '/auth/refresh',
  headers: new Headers(),
  body: { refreshToken: pairOf(generation).refreshToken }
})

export function rotatingServer() {
  let generation = 1
  let rotatedAt = Number.NEGATIVE_INFINITY
  let ended = false
  const state = {
    /** Of the server: the tabs' clocks may say something else. */
    now: 0,
    exchanges: 0,
    /** The answers of so many exchanges are lost on their way, after they took effect. */
    losing: 0,
    rotations: () => generation - 1,
    isEnded: () => ended,
    /** Ten minutes went by. */
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
    // So that the tabs' exchanges overlap.
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
