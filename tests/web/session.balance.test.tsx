import { act, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { accountOf, bearerOf, refuse, succeed } from './fake-api.ts'
import { signedIn } from './started-session.tsx'

/** A user with 7 tokens, and all questions for the balance, the first of which is answered. */
async function answeredOneByOne() {
  const asked: PromiseWithResolvers<Response>[] = []
  const session = await signedIn({
    'GET /user/tokens': () => {
      asked.push(Promise.withResolvers<Response>())
      if (asked.length === 1) asked[0]!.resolve(succeed(accountOf(7)))
      return asked.at(-1)!.promise
    }
  })
  return { session, asked }
}

describe('the balance', () => {
  it('is set by a settled operation', async () => {
    const session = await signedIn()
    act(() => session.do().setBalance(3))
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 3')
  })

  it('is read again on demand, and kept when that fails', async () => {
    const balances = [7, 5]
    const session = await signedIn({
      'GET /user/tokens': () => {
        const balance = balances.shift()
        return balance === undefined ? refuse(500) : succeed(accountOf(balance))
      }
    })
    await act(() => session.do().refreshBalance())
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 5')
    await act(() => session.do().refreshBalance())
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 5')
  })

  it('that an operation reports is not undone by the answer to an earlier question', async () => {
    const { session, asked } = await answeredOneByOne()
    await act(async () => {
      const reading = session.do().refreshBalance()
      await waitFor(() => expect(asked).toHaveLength(2))
      session.do().setBalance(3)
      asked[1]!.resolve(succeed(accountOf(7)))
      await waitFor(() => expect(asked).toHaveLength(3))
      asked[2]!.resolve(succeed(accountOf(3)))
      await reading
    })
    expect(session.seen.slice(-2)).toEqual(['signed-in anna@example.ru 7', 'signed-in anna@example.ru 3'])
  })

  it('is that of the question asked last, in whatever order the answers come', async () => {
    const { session, asked } = await answeredOneByOne()
    await act(async () => {
      const reading = [session.do().refreshBalance(), session.do().refreshBalance()]
      await waitFor(() => expect(asked).toHaveLength(3))
      asked[2]!.resolve(succeed(accountOf(3)))
      await reading[1]
      asked[1]!.resolve(succeed(accountOf(7)))
      await reading[0]
    })
    expect(session.seen.at(-1)).toBe('signed-in anna@example.ru 3')
  })

  it('is not asked for without a token when the user leaves just before', async () => {
    const { do: actions, asked } = await signedIn({ 'POST /auth/logout': () => succeed() })
    await act(async () => {
      const reading = actions().refreshBalance()
      await Promise.all([actions().signOut(), reading])
    })
    expect(asked.map(bearerOf)).not.toContain(null)
  })
})
