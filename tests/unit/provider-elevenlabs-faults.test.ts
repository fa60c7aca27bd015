// ElevenLabs' adapter against the sandbox: the result of every fault word.
import { expect, test } from 'vitest'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'
import { mediaRequestOf, mediaSettings, neverAborted, sendToSandbox, settled } from '../support/node/media-upstream.ts'

const failure = (kind: string, status: number | null, retryable: boolean) => ({
  error: { name: 'ProviderFailure', provider: 'elevenlabs', kind, status, retryable }
})
const finished = { state: 'finished', outputs: [{ kind: 'bytes', bytes: expect.any(Uint8Array) }] }
const moderated = { state: 'failed', reason: 'moderated', code: 'content_against_policy' }
const withoutRecording = { state: 'failed', reason: 'failed', code: 'no_recording' }

/** The adapter's result for each fault, and the outcome that the sandbox records. */
const expectations: Record<MediaFault, [end: object, outcome: string]> = {
  moderation: [moderated, 'refused'],
  'moderation-later': [moderated, 'refused'],
  'rate-limit': [failure('busy', 429, true), 'error'],
  quota: [failure('unpaid', 401, false), 'error'],
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
  html: [withoutRecording, 'completed'],
  empty: [withoutRecording, 'completed'],
  'no-result': [withoutRecording, 'completed'],
  'wrong-type': [finished, 'completed'],
  'broken-file': [finished, 'completed']
}

function start(prompt: string, isSilent = false, key = 'key') {
  const sandbox = createTimelessSandbox()
  const options = { send: sendToSandbox(sandbox), ...(isSilent && { timeoutMs: 100 }) }
  const provider = mediaProviderOf('elevenlabs', { ...mediaSettings, ELEVENLABS_API_KEY: key }, options)
  const voice = { voice: 'EXAVITQu4vr4xnSDxMaL', speed: 1.2 }
  const request = mediaRequestOf('eleven_multilingual_v2', { prompt, ...voice })
  return { outcome: settled(provider.start(request, neverAborted)), sandbox }
}

test.each(MEDIA_FAULTS)('fault $name', async ({ name, word }) => {
  const { outcome, sandbox } = start(`Привет ${word}`, name === 'silence' || name === 'endless')
  const [end, noted] = expectations[name]
  expect(await outcome).toMatchObject(end)
  await expect.poll(() => sandbox.state.calls.list()).toMatchObject([{ fault: name, outcome: noted }])
})

test('a wrong key is a failure of ours, not of the user’s text', async () => {
  expect(await start('Привет', false, 'invalid').outcome).toMatchObject(failure('unauthorized', 401, false))
})
