// The media adapters against the sandbox, for every fault that it can play: what the user's job comes to.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { mediaAccount } from '#providers/media/environment-connections.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaEnd, MediaOutput } from '#providers/media/media.ts'
import { MEDIA_FAULTS } from '#sandbox/base/media-faults.ts'
import type { MediaFault } from '#sandbox/base/media-faults.ts'
import { createSandbox, type Sandbox } from '#sandbox/app.ts'
import {
  carried,
  mediaRequestOf,
  accountAt,
  mediaSettings,
  neverAborted,
  sendToSandbox,
  settled
} from '../support/node/media-upstream.ts'
import { createJumpingClock } from '../support/node/sandbox-exchange.ts'

const hour = 3_600_000

/** Its sheets of four variants are small. */
const createTimelessSandbox = () => createSandbox({ clock: createJumpingClock(), sizes: { variantSide: 64 } })

const ways = {
  openai: { model: 'gpt-image-2.5-flare', options: { size: '1024x1024' }, file: 'picture' },
  stability: { model: 'sd3.5-medium', options: {}, file: 'picture' },
  elevenlabs: {
    model: 'eleven_multilingual_v2',
    options: { voice: 'EXAVITQu4vr4xnSDxMaL' },
    file: 'recording'
  },
  bfl: { model: 'flux-2-klein-4b', options: { width: 256, height: 256 }, file: 'picture' },
  midjourney: { model: 'imagine', options: { aspectRatio: '--ar 1:1', quality: '--q 1' }, file: 'picture' },
  luma: { model: 'ray-3.2', options: { duration: '5s', quality: '720p' }, file: 'video/mp4 of 5 s' },
  runway: { model: 'gen4.5', options: { duration: 4, ratio: '1280:720' }, file: 'video/mp4 of 4 s' },
  google: { model: 'gemini-omni-1.2-flash', options: { duration: '6s', aspectRatio: '16:9' }, file: 'video/mp4 of 6 s' }
}
type Name = keyof typeof ways

const answeringAtOnce: readonly Name[] = ['openai', 'stability', 'elevenlabs']
const withTasks: readonly Name[] = ['bfl', 'midjourney', 'luma', 'runway', 'google']

const requestTo = (name: Name, prompt: string) => mediaRequestOf(ways[name].model, { prompt, ...ways[name].options })

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
  if (facts?.type === 'audio/mpeg') return 'recording'
  if (facts?.durationSeconds) return `${facts.type} of ${facts.durationSeconds.toFixed()} s`
  // Half a picture may decode with only a warning about its missing end.
  const isPicture = await sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false
    )
  return isPicture ? 'picture' : 'half a file'
}

async function wordsOfOutput(sandbox: Sandbox, output: MediaOutput | undefined): Promise<string> {
  if (output?.kind === 'bytes') return wordsOfFile(output.bytes)
  if (output?.kind !== 'link') return 'no file'
  const response = await sandbox.fetch(new Request(output.url, { headers: { ...output.headers } }))
  return response.ok ? wordsOfFile(new Uint8Array(await response.arrayBuffer())) : `status ${response.status}`
}

const wordsOfEnd = async (sandbox: Sandbox, end: MediaEnd) =>
  end.state === 'failed' ? end.reason : wordsOfOutput(sandbox, end.outputs[0])

interface Run {
  key?: string
  timeoutMs?: number
}

/** Runs a job as the queue does; a job that does not end is checked once more, an hour later. */
async function storyOf(sandbox: Sandbox, name: Name, prompt: string, { key = 'key', timeoutMs = 20_000 }: Run = {}) {
  const keys = Object.keys(mediaSettings).filter((setting) => setting.endsWith('_API_KEY'))
  const settings = { ...mediaSettings, ...Object.fromEntries(keys.map((setting) => [setting, key])) }
  const provider = mediaProviderOf(name, mediaAccount(settings, name), { send: sendToSandbox(sandbox), timeoutMs })
  const wait = (milliseconds: number) => sandbox.state.clock.wait(milliseconds, neverAborted)
  const job = await settled(carried(provider, requestTo(name, prompt), wait))
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

type Stories = Record<MediaFault, string | ((name: Name, whole: string) => string)>

const refusals = {
  moderation: 'moderated',
  'rate-limit': 'busy',
  quota: (name: Name) => (name === 'midjourney' ? 'unauthorized' : 'unpaid'),
  'server-error': 'server, perhaps accepted',
  overloaded: 'busy',
  cut: 'network, perhaps accepted',
  silence: 'timeout, perhaps accepted'
}
const whole = (_: Name, file: string) => file

const storiesAtOnce: Stories = {
  ...refusals,
  'moderation-later': 'moderated',
  'task-failed': 'server, perhaps accepted',
  endless: 'timeout, perhaps accepted',
  late: whole,
  'status-errors': whole,
  lost: whole,
  'expired-link': whole,
  html: (name) => (name === 'openai' ? 'malformed, perhaps accepted' : 'failed'),
  empty: 'failed',
  'no-result': 'failed',
  'wrong-type': 'a PDF',
  'broken-file': 'half a file'
}

const storiesOfTasks: Stories = {
  ...refusals,
  'moderation-later': 'running, moderated',
  'task-failed': 'running, failed',
  endless: 'running, for ever',
  late: (_, file) => `running, an hour, ${file}`,
  'status-errors': (_, file) => `running, 3 failed checks, ${file}`,
  lost: 'gone',
  'expired-link': (name) => `running, status ${name === 'luma' || name === 'runway' ? 403 : 404}`,
  html: 'running, a page',
  empty: 'running, nothing',
  'no-result': 'running, gone',
  'wrong-type': 'running, a PDF',
  'broken-file': 'running, half a file'
}

const refused: readonly MediaFault[] = ['rate-limit', 'quota', 'server-error', 'overloaded']

describe.each([...answeringAtOnce, ...withTasks])('%s in the sandbox', (name) => {
  const isTask = withTasks.includes(name)
  const { file } = ways[name]

  test.each(MEDIA_FAULTS)('fault $name', async ({ name: fault, word }) => {
    const sandbox = createTimelessSandbox()
    const startedAt = sandbox.state.clock.now()
    const neverAnswers = fault === 'silence' || (fault === 'endless' && !isTask)
    const story = (isTask ? storiesOfTasks : storiesAtOnce)[fault]
    // A short timeout only for what never answers: painting a picture takes a moment.
    expect(await storyOf(sandbox, name, `The sea ${word}`, neverAnswers ? { timeoutMs: 30 } : {})).toBe(
      typeof story === 'string' ? story : story(name, file)
    )
    expect(sandbox.state.calls.list().at(-1)).toMatchObject({ provider: name, fault })
    const isRefused = refused.includes(fault) || (name === 'midjourney' && fault === 'moderation')
    if (isTask) expect(sandbox.state.tasks.counts()[name]?.started ?? 0).toBe(isRefused ? 0 : 1)
    else expect(sandbox.state.clock.now() - startedAt > hour).toBe(fault === 'late')
  })

  test('without a fault the file arrives, and a wrong key is unauthorized', async () => {
    expect(await storyOf(createTimelessSandbox(), name, 'The sea')).toBe(isTask ? `running, ${file}` : file)
    expect(await storyOf(createTimelessSandbox(), name, 'The sea', { key: 'invalid' })).toBe('unauthorized')
  })
})

test.each(['midjourney', 'runway', 'luma', 'google'] as const)('%s reports rising progress, or none', async (name) => {
  const sandbox = createTimelessSandbox()
  const provider = mediaProviderOf(name, accountAt(name), { send: sendToSandbox(sandbox) })
  const { progress, failedChecks } = await carried(provider, requestTo(name, 'The sea'), (milliseconds) =>
    sandbox.state.clock.wait(milliseconds, neverAborted)
  )
  const told = progress.filter((share) => share !== null)
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  expect([told.length > 2, failedChecks]).toEqual([name === 'midjourney' || name === 'runway', 0])
})
