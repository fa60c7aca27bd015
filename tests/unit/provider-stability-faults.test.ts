// Stability's adapter against the sandbox: the result of every fault word.
import { expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'
import { mediaRequestOf, mediaSettings, neverAborted, sendToSandbox, settled } from '../support/node/media-upstream.ts'

const failure = (kind: string, status: number | null, retryable: boolean) => ({
  error: { name: 'ProviderFailure', provider: 'stability', kind, status, retryable }
})
const finished = { state: 'finished', outputs: [{ kind: 'bytes', bytes: expect.any(Uint8Array) }] }
const withoutPicture = { state: 'failed', reason: 'failed', code: 'no_picture' }

/** The adapter's result for each fault, and the outcome that the sandbox records. */
const expectations: Record<MediaFault, [end: object, outcome: string]> = {
  moderation: [{ state: 'failed', reason: 'moderated', code: 'content_moderation' }, 'refused'],
  'moderation-later': [{ state: 'failed', reason: 'moderated', code: 'CONTENT_FILTERED' }, 'refused'],
  'rate-limit': [failure('busy', 429, true), 'error'],
  quota: [failure('unpaid', 402, false), 'error'],
  'server-error': [failure('server', 500, true), 'error'],
  overloaded: [failure('busy', 503, true), 'error'],
  cut: [failure('network', null, true), 'cut'],
  silence: [failure('timeout', null, true), 'aborted'],
  'task-failed': [failure('server', 500, true), 'error'],
  endless: [failure('timeout', null, true), 'aborted'],
  late: [finished, 'completed'],
  'status-errors': [finished, 'completed'],
  lost: [finished, 'completed'],
  'expired-link': [finished, 'completed'],
  html: [withoutPicture, 'completed'],
  empty: [withoutPicture, 'completed'],
  'no-result': [withoutPicture, 'completed'],
  'wrong-type': [finished, 'completed'],
  'broken-file': [finished, 'completed']
}

test.each(MEDIA_FAULTS)('fault $name', async ({ name, word }) => {
  const sandbox = createTimelessSandbox()
  const isSilent = name === 'silence' || name === 'endless'
  const options = { send: sendToSandbox(sandbox), ...(isSilent && { timeoutMs: 100 }) }
  const provider = mediaProviderOf('stability', mediaSettings, options)
  const request = mediaRequestOf('sd3.5-medium', { prompt: `A lighthouse ${word}` })
  const [end, outcome] = expectations[name]
  expect(await settled(provider.start(request, neverAborted))).toMatchObject(end)
  await expect.poll(() => sandbox.state.calls.list()).toMatchObject([{ fault: name, outcome }])
})

test('a wrong key is a failure of ours, not of the user’s prompt', async () => {
  const settings = { ...mediaSettings, STABILITY_API_KEY: 'invalid' }
  const provider = mediaProviderOf('stability', settings, { send: sendToSandbox(createTimelessSandbox()) })
  const work = provider.start(mediaRequestOf('sd3.5-medium', { prompt: 'A lighthouse' }), neverAborted)
  expect(await settled(work)).toMatchObject(failure('unauthorized', 401, false))
})
