// A title whose account is full waits for it: that is no try, and it ends when a title is of no use any more.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TitleMessage } from '#domain/chat-title.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { watchOutages } from '../support/worker/outages.ts'
import { limitMaker } from '../support/worker/supplies.ts'
import { answeredChat, deliver, named, titleIn } from '../support/worker/titles.ts'
import { forgetCalls, titlesAsked } from '../support/worker/translating.ts'

watchOutages()
beforeEach(async () => {
  await controlSandbox({ fault: null })
  await forgetCalls()
})

/** Settings of an account whose minute is used up, and what is sent to wait for it. */
function fullAccount() {
  const sent: { body: TitleMessage; delaySeconds: number | undefined }[] = []
  const took = { take: async () => ({ allowed: false, retryAfterSeconds: 60, key: 'calls' }) }
  const TITLES = {
    send: async (body: TitleMessage, options?: QueueSendOptions) => {
      sent.push({ body, delaySeconds: options?.delaySeconds })
    }
  }
  return { sent, settings: { TITLES, LIMITER: changedBinding(env.LIMITER, { getByName: () => took }) } }
}

test('a title waits for its full account without spending its tries, later and later, and after some hours no more', async () => {
  const { person, id, message } = await answeredChat()
  await limitMaker('openai', 1)
  const { sent, settings } = fullAccount()
  const answeredAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: answeredAt })
  let next: TitleMessage = { ...message, asked: 1 }
  const pauses: number[] = []
  while (true) {
    expect(await deliver(next, { settings })).toEqual(['ack'])
    const [later] = sent.splice(0)
    if (!later) break
    expect(later.body).toEqual(next)
    next = later.body
    pauses.push(later.delaySeconds ?? 0)
    vi.setSystemTime(Date.now() + pauses.at(-1)! * 1000)
  }
  vi.useRealTimers()
  expect(pauses.slice(0, 2)).toEqual([60, expect.any(Number)])
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
  expect(pauses.at(-1)).toBe(600)
  expect(pauses.length).toBeLessThan(30)
  expect((Date.now() - answeredAt) / 1000).toBeLessThan(600)
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(2.5 * 60 * 60)
  expect(await titlesAsked()).toEqual([])
  await env.DB.exec('delete from suppliers')
  expect(await deliver(next)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
})

test('an account that says it is busy is asked later, with the tries that are left', async () => {
  const { person, id, message } = await answeredChat()
  const { sent, settings } = fullAccount()
  await controlSandbox({ fault: 'rate-limit', faultCount: 1 })
  expect(await deliver(message, { attempts: 2, settings })).toEqual(['ack'])
  expect(sent).toEqual([{ body: { ...message, asked: 1 }, delaySeconds: expect.any(Number) }])
  await controlSandbox({ fault: 'server-error', faultCount: 2 })
  expect(await deliver(sent[0]!.body, { attempts: 1 })).toEqual(['retry'])
  expect(await deliver(sent[0]!.body, { attempts: 2 })).toEqual(['ack'])
  expect(await deliver(sent[0]!.body)).toEqual(['ack'])
  expect(await titleIn(person, id)).toBe(named)
})
