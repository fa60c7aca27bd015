import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepBadge } from '#web/src/app/icon-badge.ts'
import { learnJobs } from '#web/src/media/job/job-store.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { keepTokens } from './fake-api.ts'
import { sampleJob } from './jobs-sample.ts'

let hidden = false
let kept: string | undefined
const shown: (number | null)[] = []

beforeEach(() => {
  keepTokens('anna')
  beginNewPage()
  hidden = false
  kept = undefined
  shown.length = 0
  vi.useFakeTimers()
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void shown.push(count),
    clearAppBadge: async () => void shown.push(null)
  })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async () => (kept === undefined ? undefined : new Response(kept)),
      put: async (_: string, answer: Response) => void (kept = await answer.text())
    }),
    delete: async () => void (kept = undefined)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

const see = (isHidden: boolean) => {
  hidden = isHidden
  document.dispatchEvent(new Event('visibilitychange'))
}
const end = async (id: string, state: 'completed' | 'failed' | 'cancelled' = 'completed') => {
  learnJobs([{ ...sampleJob, id, state: 'running' }])
  learnJobs([{ ...sampleJob, id, state, revision: 1 }])
  await vi.advanceTimersByTimeAsync(3000)
}

test('works that end out of sight are counted on the icon, each once, and no more when the site is seen', async () => {
  const stop = keepBadge()
  await end('seen')
  expect(shown).toEqual([null])
  see(true)
  await end('one')
  await end('two', 'failed')
  await end('three', 'cancelled')
  expect(shown).toEqual([null, 1, 2])
  see(false)
  await vi.advanceTimersByTimeAsync(0)
  expect([shown, kept]).toEqual([[null, 1, 2, null], undefined])
  stop()
})

test('what the service worker has counted goes on', async () => {
  hidden = true
  const stop = keepBadge()
  kept = '["pushed","one"]'
  await end('one')
  await end('two')
  expect(shown).toEqual([2, 3])
  stop()
})
