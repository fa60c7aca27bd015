// The adapters of OpenAI's pictures and transcriptions and of FLUX against the sandbox, for every fault that it can
// play.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaCheck, MediaEnd, MediaOutput } from '#providers/media/media.ts'
import { transcribe } from '#providers/media/transcription.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import type { Sandbox } from '#sandbox/app.ts'
import { mediaRequestOf, mediaSettings, neverAborted, sendToSandbox, settled } from '../support/node/media-upstream.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'

const hour = 3_600_000
const faults = MEDIA_FAULTS.map(({ name, word }) => [name, word] as const)
// A short timeout only for faults that never answer: painting a picture takes a moment.
const optionsFor = (sandbox: Sandbox, fault: MediaFault) => ({
  send: sendToSandbox(sandbox),
  timeoutMs: fault === 'silence' || fault === 'endless' ? 30 : 20_000
})

/** The kind of a failure, and whether the provider may have started the work. */
function wordsOfError(error: unknown): string {
  if (!(error instanceof ProviderFailure)) throw error
  return isAcceptanceUnknown(error) ? `${error.kind}, perhaps accepted` : error.kind
}

async function wordsOfFile(bytes: Uint8Array): Promise<string> {
  const text = new TextDecoder().decode(bytes.slice(0, 15))
  if (bytes.byteLength === 0) return 'nothing'
  if (text.startsWith('%PDF')) return 'a PDF'
  if (text.startsWith('<!doctype')) return 'a page'
  // Half a picture may decode with only a warning about its missing end.
  const isWhole = await sharp(bytes, { failOn: 'warning' })
    .stats()
    .then(
      () => true,
      () => false
    )
  return isWhole ? 'a picture' : 'half a picture'
}

async function wordsOfOutput(sandbox: Sandbox, output: MediaOutput | undefined): Promise<string> {
  if (!output) return 'no output'
  if (output.kind === 'bytes') return wordsOfFile(output.bytes)
  if (output.kind === 'stream') return 'a large file'
  const response = await sandbox.fetch(new Request(output.url))
  return response.ok ? wordsOfFile(new Uint8Array(await response.arrayBuffer())) : `status ${response.status}`
}

async function wordsOfEnd(sandbox: Sandbox, end: MediaEnd): Promise<string> {
  return end.state === 'failed' ? end.reason : await wordsOfOutput(sandbox, end.outputs[0])
}

describe('pictures by OpenAI', () => {
  const expected: Record<MediaFault, string> = {
    moderation: 'moderated',
    'moderation-later': 'moderated',
    'rate-limit': 'busy',
    quota: 'unpaid',
    'server-error': 'server, perhaps accepted',
    overloaded: 'busy',
    cut: 'network, perhaps accepted',
    silence: 'timeout, perhaps accepted',
    'task-failed': 'server, perhaps accepted',
    endless: 'timeout, perhaps accepted',
    late: 'a picture',
    'status-errors': 'a picture',
    lost: 'a picture',
    'expired-link': 'a picture',
    html: 'malformed, perhaps accepted',
    empty: 'failed',
    'no-result': 'failed',
    'wrong-type': 'a PDF',
    'broken-file': 'half a picture'
  }

  test.each(faults)('%s %s', async (fault, word) => {
    const sandbox = createTimelessSandbox()
    const provider = mediaProviderOf('openai', mediaSettings, optionsFor(sandbox, fault))
    const request = mediaRequestOf('gpt-image-2.5-flare', { prompt: `Кот ${word}`, size: '1024x1024' })
    const startedAt = sandbox.state.clock.now()
    const result = await settled(provider.start(request, neverAborted))
    if ('state' in result && result.state === 'accepted') throw new Error('OpenAI has no tasks')
    expect('error' in result ? wordsOfError(result.error) : await wordsOfEnd(sandbox, result)).toBe(expected[fault])
    expect(sandbox.state.calls.list()).toMatchObject([{ fault, provider: 'openai' }])
    expect(sandbox.state.clock.now() - startedAt > hour).toBe(fault === 'late')
    expect(sandbox.state.tasks.counts()['openai']?.running ?? 0).toBe(0)
  })
})

/** Checks at once, after five seconds and after an hour, and once more. @returns the answers */
async function follow(sandbox: Sandbox, ask: () => Promise<MediaCheck>): Promise<string[]> {
  const said: string[] = []
  for (const waitMs of [0, 5000, hour, 0]) {
    await sandbox.state.clock.wait(waitMs, neverAborted)
    const result = await settled(ask())
    if ('error' in result) said.push(wordsOfError(result.error).split(',')[0] ?? '')
    else if (result.state !== 'running') return [...said, await wordsOfEnd(sandbox, result)]
    else if (said.push('running') === 3) return said
  }
  return said
}

describe('FLUX', () => {
  const expected: Record<MediaFault, string> = {
    moderation: 'moderated',
    'moderation-later': 'running, moderated',
    'rate-limit': 'busy',
    quota: 'unpaid',
    'server-error': 'server, perhaps accepted',
    overloaded: 'busy',
    cut: 'network, perhaps accepted',
    silence: 'timeout, perhaps accepted',
    'task-failed': 'running, failed',
    endless: 'running, running, running',
    late: 'running, running, a picture',
    'status-errors': 'server, server, server, a picture',
    lost: 'gone',
    'expired-link': 'running, status 404',
    html: 'running, a page',
    empty: 'running, nothing',
    'no-result': 'running, gone',
    'wrong-type': 'running, a PDF',
    'broken-file': 'running, half a picture'
  }

  test.each(faults)('%s %s', async (fault, word) => {
    const sandbox = createTimelessSandbox()
    const provider = mediaProviderOf('bfl', mediaSettings, optionsFor(sandbox, fault))
    const request = mediaRequestOf('flux-2-klein-4b', { prompt: `Кот ${word}`, width: 256, height: 256 })
    const result = await settled(provider.start(request, neverAborted))
    if ('error' in result) expect(wordsOfError(result.error)).toBe(expected[fault])
    else if (result.state !== 'accepted') expect(await wordsOfEnd(sandbox, result)).toBe(expected[fault])
    else {
      const said = await follow(
        sandbox,
        async () => (await provider.check?.(result.ticket, neverAborted)) as MediaCheck
      )
      expect(said.join(', ')).toBe(expected[fault])
    }
    const accepted = ['rate-limit', 'quota', 'server-error', 'overloaded'].includes(fault) ? 0 : 1
    expect(sandbox.state.tasks.counts()['bfl']?.started ?? 0).toBe(accepted)
  })
})

describe('transcription, with faults set by the sandbox’s switch', () => {
  const expected: Record<MediaFault, string> = {
    moderation: 'Привет',
    'moderation-later': 'Привет',
    'rate-limit': 'busy',
    quota: 'unpaid',
    'server-error': 'server, perhaps accepted',
    overloaded: 'busy',
    cut: 'network, perhaps accepted',
    silence: 'timeout, perhaps accepted',
    'task-failed': 'server, perhaps accepted',
    endless: 'timeout, perhaps accepted',
    late: 'Привет',
    'status-errors': 'Привет',
    lost: 'Привет',
    'expired-link': 'Привет',
    html: 'malformed, perhaps accepted',
    empty: '',
    'no-result': 'malformed, perhaps accepted',
    'wrong-type': 'malformed, perhaps accepted',
    'broken-file': 'malformed, perhaps accepted'
  }
  const bytes = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, ...new Uint8Array(500)])
  const recording = { bytes, type: 'audio/webm', filename: 'speech.webm', language: 'ru' }

  test.each(faults)('%s', async (fault) => {
    const sandbox = createTimelessSandbox()
    Object.assign(sandbox.state.controls, { mediaFault: fault, mediaFaultCount: 1, transcript: 'Привет' })
    const hear = () => settled(transcribe(mediaSettings, recording, optionsFor(sandbox, fault)))
    const result = await hear()
    expect('error' in result ? wordsOfError(result.error) : result.text).toBe(expected[fault])
    expect(await hear()).toEqual({ text: 'Привет' })
  })
})

test('a wrong key is unauthorized at every upstream', async () => {
  const settings = { ...mediaSettings, OPENAI_API_KEY: 'invalid', BFL_API_KEY: 'invalid' }
  const kinds = []
  for (const [name, model] of [
    ['openai', 'gpt-image-2.5-flare'],
    ['bfl', 'flux-2-pro']
  ] as const) {
    const provider = mediaProviderOf(name, settings, { send: sendToSandbox(createTimelessSandbox()) })
    const result = await settled(provider.start(mediaRequestOf(model, { prompt: 'Кот' }), neverAborted))
    kinds.push('error' in result && wordsOfError(result.error))
  }
  expect(kinds).toEqual(['unauthorized', 'unauthorized'])
})

test('an edit returns a picture of the size that the catalogue asks for', async () => {
  const sandbox = createTimelessSandbox()
  const source = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#aa5500' } })
    .webp()
    .toBuffer()
  const request = mediaRequestOf(
    'gpt-image-2.5-sunburst',
    { prompt: 'Сделай зимой', size: '1024x1024' },
    { image: { bytes: new Uint8Array(source), type: 'image/webp' } }
  )
  const result = await mediaProviderOf('openai', mediaSettings, { send: sendToSandbox(sandbox) }).start(
    request,
    neverAborted
  )
  const [output] = 'outputs' in result ? result.outputs : []
  expect(output?.kind === 'bytes' && (await sharp(output.bytes).metadata())).toMatchObject({
    width: 1024,
    height: 1024
  })
})
