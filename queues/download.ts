// Fetches a result from the address a provider gave. The address is not trusted: bounded in time, size and redirects,
// and a redirect never sees the headers that were meant for the provider.
import type { MediaOutput } from '#providers/media/media.ts'
import { partBytes, partsOf } from './store-parts.ts'

type MediaLink = Extract<MediaOutput, { kind: 'link' }>

const redirectsMax = 5

/** lost: it is not there, and will not be. broken: it is nothing we can keep. unreachable: it may work a little later. */
export type DownloadProblem = 'lost' | 'broken' | 'unreachable'

export class DownloadFailure extends Error {
  override name = 'DownloadFailure'
  readonly problem: DownloadProblem

  constructor(problem: DownloadProblem) {
    super(`The result is ${problem}`)
    this.problem = problem
  }
}

export interface DownloadRules {
  sizeBytesMax: number
  /** For all of it, redirects and bytes. */
  timeoutMs: number
  /** The sandbox is on this machine, without TLS. */
  allowsHttp: boolean
}

/** A stream whose length is known beforehand, all the bytes, or the first part of more that is still to come. */
export type Download =
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; sizeBytes: number }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'parts'; first: Uint8Array<ArrayBuffer>; others: AsyncIterable<Uint8Array<ArrayBuffer>> }

function addressOf(text: string, base: string | undefined, { allowsHttp }: DownloadRules): string {
  const url = URL.parse(text, base)
  if (url?.protocol === 'https:' || (allowsHttp && url?.protocol === 'http:')) return url.href
  throw new DownloadFailure('lost')
}

async function follow(link: MediaLink, rules: DownloadRules, signal: AbortSignal): Promise<Response> {
  let url = addressOf(link.url, undefined, rules)
  let headers = link.headers ?? {}
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    url = addressOf(location, url, rules)
    headers = {}
  }
  throw new DownloadFailure('lost')
}

function problemOf(status: number): DownloadProblem {
  if (status === 408 || status === 429 || status >= 500) return 'unreachable'
  return 'lost'
}

/** @throws DownloadFailure as soon as there is more */
async function* atMost(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  bytesMax: number
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > bytesMax) throw new DownloadFailure('broken')
    yield part
  }
}

/** A file whose length nobody knows: short ones pass through memory, of which ten jobs share 128 MB. */
async function unmeasured(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Download> {
  const parts = atMost(partsOf(body), bytesMax)
  const { value: first } = await parts.next()
  if (!first) throw new DownloadFailure('broken')
  return first.length < partBytes ? { kind: 'bytes', bytes: first } : { kind: 'parts', first, others: parts }
}

async function bodyOf(response: Response, { sizeBytesMax }: DownloadRules): Promise<Download> {
  const { body, headers } = response
  // The length of something compressed is not that of its content.
  const sent = headers.has('content-encoding') ? null : headers.get('content-length')
  const sizeBytes = sent === null ? null : Number(sent)
  if (!body || sizeBytes === 0 || (sizeBytes ?? 0) > sizeBytesMax) {
    await body?.cancel()
    throw new DownloadFailure('broken')
  }
  if (sizeBytes === null || !Number.isSafeInteger(sizeBytes)) return unmeasured(body, sizeBytesMax)
  return { kind: 'stream', stream: body.pipeThrough(new FixedLengthStream(sizeBytes)), sizeBytes }
}

/**
 * Opens the link. The stream may still break: whatever reads it fails then, and may try again.
 * @throws DownloadFailure
 */
export async function download(link: MediaLink, rules: DownloadRules): Promise<Download> {
  try {
    const response = await follow(link, rules, AbortSignal.timeout(rules.timeoutMs))
    if (response.status === 200) return await bodyOf(response, rules)
    await response.body?.cancel()
    throw new DownloadFailure(problemOf(response.status))
  } catch (error) {
    throw error instanceof DownloadFailure ? error : new DownloadFailure('unreachable')
  }
}
