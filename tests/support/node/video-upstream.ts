// Calls the sandbox's video upstreams as the product's adapters do, with bodies that a test may change.
import type { Sandbox } from '#sandbox/app.ts'
import { createTimelessSandbox } from './sandbox-exchange.ts'
import { neverAborted } from './media-upstream.ts'

export type VideoUpstream = 'luma' | 'runway' | 'google'
export const videoUpstreams = ['luma', 'runway', 'google'] as const

type Fields = Readonly<Record<string, unknown>>

const origin = 'http://sandbox.test'

const bases = { luma: `${origin}/luma/v1`, runway: `${origin}/runway/v1`, google: `${origin}/google/v1` }

export const videoKeys: Readonly<Record<VideoUpstream, Record<string, string>>> = {
  luma: { authorization: 'Bearer local-key' },
  runway: { authorization: 'Bearer local-key', 'x-runway-version': '2024-11-06' },
  google: { 'x-goog-api-key': 'local-key' }
}

const submissions = { luma: 'generations', runway: 'text_to_video', google: 'interactions' }
const jobs = { luma: 'generations', runway: 'tasks', google: 'interactions' }

export function videoBody(upstream: VideoUpstream, prompt: string, changes: Fields = {}): Fields {
  switch (upstream) {
    case 'luma':
      return { model: 'ray-3.2', type: 'video', prompt, video: { resolution: '720p', duration: '5s' }, ...changes }
    case 'runway':
      return { model: 'gen4.5', promptText: prompt, ratio: '1280:720', duration: 4, ...changes }
    case 'google':
      return {
        model: 'gemini-omni-1.2-flash',
        input: prompt,
        background: true,
        response_format: { type: 'video', delivery: 'uri', duration: '6s' },
        ...changes
      }
    default:
      return upstream satisfies never
  }
}

/** One upstream of a sandbox whose time passes only when the test moves it. */
export function videoDoor(upstream: VideoUpstream, sandbox: Sandbox = createTimelessSandbox()) {
  const call = async (method: string, path: string, body?: unknown, headers = videoKeys[upstream]) =>
    sandbox.fetch(
      new Request(`${bases[upstream]}/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) })
      })
    )
  return {
    sandbox,
    call,
    submit: (body: unknown, headers?: Record<string, string>) => call('POST', submissions[upstream], body, headers),
    read: (id: string) => call('GET', `${jobs[upstream]}/${id}`),
    pass: (milliseconds: number) => sandbox.state.clock.wait(milliseconds, neverAborted)
  }
}

/** Submits a job. @returns its id */
export async function submitted(door: Door, body: unknown): Promise<string> {
  const { id } = Object(await (await door.submit(body)).json())
  return String(id)
}

export type Door = ReturnType<typeof videoDoor>

export const jobOf = async (door: Door, id: string) => Object(await (await door.read(id)).json())

/** The URL of a job's finished video. */
export async function addressOf(upstream: VideoUpstream, door: Door, id: string): Promise<string> {
  const job = await jobOf(door, id)
  if (upstream === 'luma') return job.output[0].url
  return upstream === 'runway' ? job.output[0] : job.steps[1].content[0].uri
}

export const open = async (door: Door, url: string, headers: Record<string, string> = {}): Promise<Response> =>
  door.sandbox.fetch(new Request(url, { headers }))
