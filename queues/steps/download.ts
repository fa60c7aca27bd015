// Fetches a result from the URL that a provider gave. It is not trusted: time and size are bounded here, its addresses in `openLink`.
import { LinkFailure, type MediaLink, openLink } from '#providers/media/open-link.ts'
import { mayHoldResult } from '#domain/models/supplier-address.ts'
import { partBytes, partsOf } from './store-parts.ts'

/**
 * lost: the file is gone for good. broken: the file is unusable. too-large: it is longer than we keep. unreachable: a later
 * try may succeed.
 */
export type DownloadProblem = 'lost' | 'broken' | 'too-large' | 'unreachable'

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
  /** For the whole download, redirects included. */
  timeoutMs: number
  /** On a local stage results may be on this machine, without TLS. */
  isLocal: boolean
}

/** A stream of known length, all the bytes, or a file of unknown length in parts, to be read once. */
export type Download =
  | { kind: 'stream'; stream: ReadableStream<Uint8Array>; sizeBytes: number }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'parts'; parts: AsyncIterable<Uint8Array<ArrayBuffer>> }

function problemOf(status: number): DownloadProblem {
  if (status === 408 || status === 429 || status >= 500) return 'unreachable'
  return 'lost'
}

/** @throws DownloadFailure as soon as more than `bytesMax` arrives */
export async function* atMost(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  bytesMax: number
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > bytesMax) throw new DownloadFailure('too-large')
    yield part
  }
}

async function* following<Item>(first: Item, others: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first
  yield* others
}

/** A file of unknown length. A short one is held in memory, where ten jobs share 128 MB; others are read in parts. */
async function unmeasured(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<Download> {
  const parts = atMost(partsOf(body), bytesMax)
  const { value: first } = await parts.next()
  if (!first) throw new DownloadFailure('broken')
  return first.length < partBytes ? { kind: 'bytes', bytes: first } : { kind: 'parts', parts: following(first, parts) }
}

async function bodyOf(response: Response, { sizeBytesMax }: DownloadRules): Promise<Download> {
  const { body, headers } = response
  // With compression the header gives the compressed length, not that of the content.
  const sent = headers.has('content-encoding') ? null : headers.get('content-length')
  const sizeBytes = sent === null ? null : Number(sent)
  const isTooLarge = (sizeBytes ?? 0) > sizeBytesMax
  if (!body || sizeBytes === 0 || isTooLarge) {
    await body?.cancel()
    throw new DownloadFailure(isTooLarge ? 'too-large' : 'broken')
  }
  if (sizeBytes === null || !Number.isSafeInteger(sizeBytes)) return unmeasured(body, sizeBytesMax)
  return { kind: 'stream', stream: body.pipeThrough(new FixedLengthStream(sizeBytes)), sizeBytes }
}

/**
 * Opens the link. The stream may still break while it is read; its reader may then try again.
 * @throws DownloadFailure
 */
export async function download(link: MediaLink, rules: DownloadRules): Promise<Download> {
  try {
    const response = await openLink(
      link,
      (url) => mayHoldResult(url, rules.isLocal),
      AbortSignal.timeout(rules.timeoutMs)
    )
    if (response.status === 200) return await bodyOf(response, rules)
    await response.body?.cancel()
    throw new DownloadFailure(problemOf(response.status))
  } catch (error) {
    if (error instanceof DownloadFailure) throw error
    throw new DownloadFailure(error instanceof LinkFailure ? 'lost' : 'unreachable')
  }
}
