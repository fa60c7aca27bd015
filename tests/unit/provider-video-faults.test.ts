// The video adapters against the sandbox, for every fault that it can play.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaEnd, MediaOutput, MediaProvider, MediaRequest } from '#providers/media/media.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import { makeVideo } from '#sandbox/media/video.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import type { Sandbox } from '#sandbox/app.ts'
import {
  carried,
  mediaRequestOf,
  mediaSettings,
  neverAborted,
  sendToSandbox,
  settled
} from '../support/node/media-upstream.ts'
import { createTimelessSandbox } from '../support/node/sandbox-exchange.ts'
import { videoUpstreams } from '../support/node/video-upstream.ts'
import type { VideoUpstream } from '../support/node/video-upstream.ts'

const hour = 3_600_000

const requests: Readonly<Record<VideoUpstream, (prompt: string) => MediaRequest>> = {
  luma: (prompt) => mediaRequestOf('ray-3.2', { prompt, duration: '5s', quality: '720p' }),
  runway: (prompt) => mediaRequestOf('gen4.5', { prompt, duration: 4, ratio: '1280:720' }),
  google: (prompt) => mediaRequestOf('gemini-omni-1.2-flash', { prompt, duration: '6s', aspectRatio: '16:9' })
}
const seconds = { luma: 5, runway: 4, google: 6 }

function providerIn(sandbox: Sandbox, upstream: VideoUpstream, fault?: MediaFault): MediaProvider {
  // A short timeout only for the fault that never answers.
  const timeoutMs = fault === 'silence' ? 30 : 20_000
  return mediaProviderOf(upstream, mediaSettings, { send: sendToSandbox(sandbox), timeoutMs })
}

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
  const facts = await inspectMedia(sourceOf(bytes))
  return facts ? `${facts.type} of ${facts.durationSeconds} s` : 'half a video'
}

async function fileAt(sandbox: Sandbox, output: MediaOutput | undefined): Promise<string> {
  if (output?.kind !== 'link') return 'no link'
  const response = await sandbox.fetch(new Request(output.url, { headers: { ...output.headers } }))
  return response.ok ? wordsOfFile(new Uint8Array(await response.arrayBuffer())) : `status ${response.status}`
}

const wordsOfEnd = async (sandbox: Sandbox, end: MediaEnd) =>
  end.state === 'failed' ? end.reason : fileAt(sandbox, end.outputs[0])

/** Runs a job as the queue does; a job that does not end is checked once more, an hour later. */
async function storyOf(sandbox: Sandbox, upstream: VideoUpstream, fault: MediaFault, prompt: string): Promise<string> {
  const provider = providerIn(sandbox, upstream, fault)
  const wait = (milliseconds: number) => sandbox.state.clock.wait(milliseconds, neverAborted)
  const job = await settled(carried(provider, requests[upstream](prompt), wait))
  if ('error' in job) return wordsOfError(job.error)
  const { started, end, failedChecks, progress } = job
  const waited = progress.length > 0 ? 'running, ' : ''
  const asked = failedChecks > 0 ? `${failedChecks} failed checks, ` : ''
  if (end) return waited + asked + (await wordsOfEnd(sandbox, end))
  if (started.state !== 'accepted') throw new Error('a job without an end that was not accepted')
  await wait(hour)
  const late = await provider.check?.(started.ticket, neverAborted)
  if (!late || late.state === 'running') return `${waited}for ever`
  return `${waited}an hour, ${await wordsOfEnd(sandbox, late)}`
}

const stories: Record<MediaFault, (whole: string, upstream: VideoUpstream) => string> = {
  moderation: () => 'moderated',
  'moderation-later': () => 'running, moderated',
  'rate-limit': () => 'busy',
  quota: () => 'unpaid',
  'server-error': () => 'server, perhaps accepted',
  overloaded: () => 'busy',
  cut: () => 'network, perhaps accepted',
  silence: () => 'timeout, perhaps accepted',
  'task-failed': () => 'running, failed',
  endless: () => 'running, for ever',
  late: (whole) => `running, an hour, ${whole}`,
  'status-errors': (whole) => `running, 3 failed checks, ${whole}`,
  lost: () => 'gone',
  'expired-link': (_, upstream) => `running, status ${upstream === 'google' ? 404 : 403}`,
  html: () => 'running, a page',
  empty: () => 'running, nothing',
  'no-result': () => 'running, gone',
  'wrong-type': () => 'running, a PDF',
  'broken-file': () => 'running, half a video'
}

describe.each(videoUpstreams)('%s in the sandbox', (upstream) => {
  const whole = `video/mp4 of ${seconds[upstream]} s`

  test('makes a video of the requested length', async () => {
    const sandbox = createTimelessSandbox()
    const wait = (milliseconds: number) => sandbox.state.clock.wait(milliseconds, neverAborted)
    const job = await carried(providerIn(sandbox, upstream), requests[upstream]('Море'), wait)
    expect(job.end && (await wordsOfEnd(sandbox, job.end))).toBe(whole)
    expect(job.failedChecks).toBe(0)
    const told = job.progress.filter((progress) => progress !== null)
    expect(told).toEqual(upstream === 'runway' ? told.toSorted((one, other) => one - other) : [])
    expect(told.length > 0).toBe(upstream === 'runway')
  })

  test.each(MEDIA_FAULTS.map(({ name, word }) => [name, word] as const))('%s %s', async (fault, word) => {
    const sandbox = createTimelessSandbox()
    expect(await storyOf(sandbox, upstream, fault, `Море ${word}`)).toBe(stories[fault](whole, upstream))
    const refused = ['rate-limit', 'quota', 'server-error', 'overloaded'].includes(fault)
    expect(sandbox.state.tasks.counts()[upstream]?.started ?? 0).toBe(refused ? 0 : 1)
    expect(sandbox.state.calls.list().at(-1)).toMatchObject({ provider: upstream, fault })
  })

  test('a wrong key is unauthorized', async () => {
    const settings = { ...mediaSettings, LUMA_API_KEY: 'invalid', RUNWAY_API_KEY: 'invalid', GOOGLE_API_KEY: 'invalid' }
    const provider = mediaProviderOf(upstream, settings, { send: sendToSandbox(createTimelessSandbox()) })
    const result = await settled(provider.start(requests[upstream]('Море'), neverAborted))
    expect('error' in result && wordsOfError(result.error)).toBe('unauthorized')
  })
})

describe.each(['runway', 'google'] as const)('cancelling at %s', (upstream) => {
  async function startedIn(sandbox: Sandbox) {
    const provider = providerIn(sandbox, upstream)
    const started = await provider.start(requests[upstream]('Море'), neverAborted)
    return { provider, ticket: started.state === 'accepted' ? started.ticket : '' }
  }

  test('stops a running task', async () => {
    const sandbox = createTimelessSandbox()
    const { provider, ticket } = await startedIn(sandbox)
    await sandbox.state.clock.wait(20_000, neverAborted)
    expect(await provider.cancel?.(ticket, neverAborted)).toBe(true)
    expect(sandbox.state.tasks.counts()[upstream]).toMatchObject({ running: 0 })
    expect(await provider.check?.(ticket, neverAborted)).toMatchObject({ state: 'failed' })
  })

  test('leaves a finished task, and its file can still be fetched', async () => {
    const sandbox = createTimelessSandbox()
    const { provider, ticket } = await startedIn(sandbox)
    await sandbox.state.clock.wait(60_000, neverAborted)
    expect(await provider.cancel?.(ticket, neverAborted)).toBe(false)
    const check = await provider.check?.(ticket, neverAborted)
    expect(check?.state === 'finished' && (await fileAt(sandbox, check.outputs[0]))).toContain('video/mp4')
  })
})

async function resultOf(request: MediaRequest) {
  const sandbox = createTimelessSandbox()
  const wait = (milliseconds: number) => sandbox.state.clock.wait(milliseconds, neverAborted)
  const { end } = await carried(providerIn(sandbox, 'runway'), request, wait)
  const paths = sandbox.state.calls.list().map(({ path }) => path)
  return {
    result: end && (await wordsOfEnd(sandbox, end)),
    uploads: paths.filter((path) => /upload|storage/.test(path))
  }
}

describe('Runway with the user’s files', () => {
  const options = { prompt: 'Оживи', ratio: '1280:720', duration: 2 }

  const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 }
  const imageOf = async (side: number) =>
    new Uint8Array(
      await sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise } })
        .png()
        .toBuffer()
    )

  test('a small image is sent inside the request', async () => {
    const image = { bytes: await imageOf(64), type: 'image/png' }
    expect(await resultOf(mediaRequestOf('gen4_turbo', options, { image }))).toEqual({
      result: 'video/mp4 of 2 s',
      uploads: []
    })
  })

  test('a large image is uploaded', async () => {
    const image = { bytes: await imageOf(1300), type: 'image/png' }
    expect(image.bytes.byteLength).toBeGreaterThan(4_000_000)
    const { result, uploads } = await resultOf(mediaRequestOf('gen4.5', options, { image }))
    expect(result).toBe('video/mp4 of 2 s')
    expect(uploads).toHaveLength(2)
  })

  test('a video comes back in its own length', async () => {
    const bytes = await makeVideo({ aspectRatio: 1, lines: 720, seconds: 3, hasSound: false })
    const request = mediaRequestOf('aleph2', { prompt: 'Ночь' }, { video: { bytes, type: 'video/mp4' } })
    expect((await resultOf(request)).result).toBe('video/mp4 of 3 s')
  })

  test('an unreadable file is rejected', async () => {
    const image = { bytes: (await imageOf(64)).slice(0, 20), type: 'image/png' }
    expect((await resultOf(mediaRequestOf('gen4_turbo', options, { image }))).result).toBe('rejected')
  })
})
