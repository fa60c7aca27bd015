// Midjourney's adapter against the sandbox: the result of every fault word.
import { expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { createSandbox } from '#sandbox/app.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import { createJumpingClock } from '../support/node/sandbox-exchange.ts'
import {
  carried,
  mediaRequestOf,
  mediaSettings,
  neverAborted,
  sendToSandbox,
  settled
} from '../support/node/media-upstream.ts'

async function run(prompt: string, changes: { isSilent?: boolean; key?: string } = {}) {
  const clock = createJumpingClock()
  const sandbox = createSandbox({ clock })
  const options = { send: sendToSandbox(sandbox), ...(changes.isSilent && { timeoutMs: 100 }) }
  const settings = { ...mediaSettings, MIDJOURNEY_API_KEY: changes.key ?? 'key' }
  const provider = mediaProviderOf('midjourney', settings, options)
  const request = mediaRequestOf('imagine', { prompt, aspectRatio: '--ar 1:1', quality: '--q 1' })
  const outcome = await settled(carried(provider, request, (milliseconds) => clock.wait(milliseconds, neverAborted)))
  return { outcome, sandbox, clock }
}

const failure = (kind: string, status: number | null, retryable: boolean) => ({
  error: { name: 'ProviderFailure', provider: 'midjourney', kind, status, retryable }
})
const ended = (reason: string, code: string | null) => ({ end: { state: 'failed', reason, code } })
const finished = { end: { state: 'finished', outputs: [{ kind: 'link', url: expect.any(String) }] } }

const expectations: Record<MediaFault, object> = {
  moderation: ended('moderated', '24'),
  'moderation-later': ended('moderated', 'banned_prompt_detected'),
  'rate-limit': failure('busy', null, true),
  quota: failure('unauthorized', null, false),
  'server-error': failure('server', 500, true),
  overloaded: failure('busy', 503, true),
  cut: failure('network', null, true),
  silence: failure('timeout', null, true),
  'task-failed': ended('failed', null),
  endless: { end: null, failedChecks: 0 },
  late: { end: null, failedChecks: 0 },
  'status-errors': { ...finished, failedChecks: 3 },
  lost: ended('gone', null),
  'expired-link': finished,
  html: finished,
  empty: finished,
  'no-result': ended('gone', 'no_picture'),
  'wrong-type': finished,
  'broken-file': finished
}

test.each(MEDIA_FAULTS)('fault $name', async ({ name, word }) => {
  const { outcome, sandbox } = await run(`Маяк ${word}`, { isSilent: name === 'silence' })
  expect(outcome).toMatchObject(expectations[name])
  expect(sandbox.state.calls.list().at(-1)).toMatchObject({ provider: 'midjourney', model: 'imagine', fault: name })
})

test('a picture reports rising progress and then a working link', async () => {
  const { outcome, sandbox } = await run('Маяк')
  expect(outcome).toMatchObject({ ...finished, failedChecks: 0 })
  if (!('end' in outcome) || outcome.end?.state !== 'finished') throw new Error('no end')
  expect(outcome.progress.length).toBeGreaterThan(2)
  expect(outcome.progress).toEqual(outcome.progress.toSorted((a, b) => Number(a) - Number(b)))
  const [output] = outcome.end.outputs
  if (output?.kind !== 'link') throw new Error('no link')
  const file = await sandbox.fetch(new Request(output.url))
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('flags that the user typed into the prompt are disarmed', async () => {
  const { outcome, sandbox } = await run('Маяк --ar 1:9 —q 4 --turbo {а, б}')
  expect(outcome).toMatchObject(finished)
  const [submission] = sandbox.state.calls.list().filter(({ model }) => model === 'imagine')
  expect(Object(submission?.body).prompt).toBe('Маяк - ar 1:9 - q 4 - turbo (а, б) --ar 1:1 --q 1')
})

test('an expired link answers 404', async () => {
  const { outcome, sandbox } = await run('Маяк [сбой:ссылка-истекла]')
  const url = Object(outcome).end.outputs[0].url
  expect((await sandbox.fetch(new Request(url))).status).toBe(404)
})

test('a wrong secret is a failure of ours, not of the user’s text', async () => {
  expect((await run('Маяк', { key: 'invalid' })).outcome).toMatchObject(failure('unauthorized', 401, false))
})
