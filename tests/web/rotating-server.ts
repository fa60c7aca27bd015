// The server's side of refresh tokens (`domain/session.ts`): every use gives a child, a token works until one of its
// children was used, and one that was overtaken ends the session.
import { bearerOf, type Asked, profileOf, refuse, succeed } from './fake-api.ts'

/** The tokens that were issued as the n-th of all. */
export const pairOf = (number: number) => ({ accessToken: `access-${number}`, refreshToken: `refresh-${number}` })

/** Sends an exchange with the refresh token of that number. */
export const exchangeOf = (number: number): Asked => ({
  method: 'POST',
  path: '/auth/refresh',
  headers: new Headers(),
  body: { refreshToken: pairOf(number).refreshToken },
  signal: null
})

const numberIn = (token: string | undefined) => Number(token?.match(/(?:access|refresh)-(\d+)$/)?.[1] ?? 0)

export function rotatingServer() {
  /** The parent of each token, by its number. */
  const parents = [0, 0]
  let used = 0
  let ended = false
  const state = {
    exchanges: 0,
    /** How many responses of exchanges are lost after the exchange took effect. */
    losing: 0,
    /** How many tokens have been used, each counted once. */
    rotations: 0,
    isEnded: () => ended,
    /** Lets ten minutes pass. */
    expireAccess: () => void (expired = parents.length - 1)
  }
  let expired = 0

  async function refresh({ body }: Asked): Promise<Response> {
    state.exchanges += 1
    const presented = numberIn((body as { refreshToken: string }).refreshToken)
    if (presented !== used && parents[presented] !== used) ended = true
    if (ended) return refuse(401, { code: 'INVALID_REFRESH_TOKEN' })
    if (presented !== used) state.rotations += 1
    used = presented
    const child = parents.push(presented) - 1
    // Makes the exchanges of the tabs overlap.
    await Promise.resolve()
    if (state.losing > 0) {
      state.losing -= 1
      throw new TypeError('Failed to fetch')
    }
    return succeed({ tokens: pairOf(child) })
  }

  const profile = (asked: Asked): Response => {
    const sent = numberIn(bearerOf(asked) ?? undefined)
    return !ended && sent > expired && sent < parents.length
      ? succeed({ user: profileOf('anna@example.ru') })
      : refuse(401, { code: 'UNAUTHORIZED' })
  }

  return { state, first: pairOf(1), answers: { 'POST /auth/refresh': refresh, 'GET /auth/profile': profile } }
}
