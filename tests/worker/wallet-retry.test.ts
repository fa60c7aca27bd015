import { expect, it, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'

const failure = (marks: object) => Object.assign(new Error('Network connection lost.'), marks)
const account = { availableTokens: 1, reservedTokens: 0, usedTokens: 0, debtTokens: 0, createdAt: 0 }

/** A namespace whose stubs fail with these errors, one per stub, and then work. */
function bindingsThatFail(...failures: Error[]) {
  const getByName = vi.fn((_name: string) => {
    const error = failures.shift()
    return { view: () => (error ? Promise.reject(error) : Promise.resolve(account)) }
  })
  return { env: { USER: { getByName } } as unknown as Env, getByName }
}

it('a retryable call is repeated with a new stub each time', async () => {
  const { env, getByName } = bindingsThatFail(failure({ retryable: true }), failure({ retryable: true }))
  expect(await userOf(env, 'someone').view()).toEqual(account)
  expect(getByName.mock.calls).toEqual([['someone'], ['someone'], ['someone']])
})

it('a call is given up after four attempts', async () => {
  const { env, getByName } = bindingsThatFail(...Array.from({ length: 9 }, () => failure({ retryable: true })))
  await expect(userOf(env, 'someone').view()).rejects.toThrow('Network connection lost.')
  expect(getByName).toHaveBeenCalledTimes(4)
})

it.each([{ retryable: true, overloaded: true }, { retryable: false }, {}])(
  'an error with %o is thrown at once',
  async (marks) => {
    const { env, getByName } = bindingsThatFail(failure(marks))
    await expect(userOf(env, 'someone').view()).rejects.toThrow('Network connection lost.')
    expect(getByName).toHaveBeenCalledTimes(1)
  }
)
