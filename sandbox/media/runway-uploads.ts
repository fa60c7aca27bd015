// Runway's temporary uploads. Only the facts that a task needs are kept of a file, not its bytes.
import { videoFactsOf } from './mp4-read.ts'
import { sizeOfPicture } from './picture.ts'
import { serveMedia, type MediaExchange } from './exchange.ts'
import type { Hono } from 'hono'
import type { SandboxEnvironment } from '../base/state.ts'
import type { MediaState } from './state.ts'

/** What a task needs to know about its source; null if the file does not say. */
export interface SourceFacts {
  kind: 'image' | 'video'
  /** False if the file is damaged or its bytes do not match its type. */
  isReadable: boolean
  seconds: number | null
  aspectRatio: number | null
}

const KEPT_UPLOADS = 500
const DATA_URI_LENGTH_MAX = 5 * 1024 * 1024
const STORAGE = '/runway-storage/ephemeral'

export class RunwayUploads {
  /** By the part of the address after `runway://`; null until the file is uploaded. */
  readonly #uploads = new Map<string, SourceFacts | null>()

  /** An upload address for one file, and the form fields that authorise the upload. */
  open(origin: string, filename: string) {
    const id = crypto.randomUUID()
    this.#uploads.set(id, null)
    for (const oldest of this.#uploads.keys()) if (this.#uploads.size > KEPT_UPLOADS) this.#uploads.delete(oldest)
    return {
      uploadUrl: `${origin}${STORAGE}`,
      fields: { key: `ephemeral/${id}/${filename}`, policy: 'c2FuZGJveA==' },
      runwayUri: `runway://${id}`
    }
  }

  /** @returns false if no upload with this key was opened */
  async store(key: string, file: File): Promise<boolean> {
    const id = key.split('/')[1] ?? ''
    if (!this.#uploads.has(id)) return false
    this.#uploads.set(id, await factsOf(file.type, new Uint8Array(await file.arrayBuffer())))
    return true
  }

  /** The facts about a source, or the error message for an address that Runway would refuse. */
  async sourceAt(uri: string, kind: SourceFacts['kind']): Promise<SourceFacts | string> {
    if (uri.startsWith('runway://')) {
      const facts = this.#uploads.get(uri.slice('runway://'.length))
      if (!facts) return 'is not a known upload'
      return facts.kind === kind ? facts : `is not a known upload of the type ${kind}`
    }
    const [, type, data] = /^data:((?:image|video)\/[a-z0-9.+-]+);base64,(.+)$/s.exec(uri) ?? []
    if (type !== undefined && data !== undefined) {
      if (!type.startsWith(kind)) return `must be of the type ${kind}`
      if (uri.length > DATA_URI_LENGTH_MAX) return 'must have at most 5242880 characters as a data URI'
      return factsOf(type, new Uint8Array(Buffer.from(data, 'base64')))
    }
    const url = URL.parse(uri)
    if (url?.protocol !== 'https:' || /^[\d.]+$|^\[/.test(url.hostname))
      return 'must be an HTTPS URL on a domain, a Runway upload URI or a data URI'
    return { kind, isReadable: true, seconds: null, aspectRatio: null }
  }
}

async function factsOf(type: string, bytes: Uint8Array): Promise<SourceFacts> {
  if (type.startsWith('image/')) {
    const size = await sizeOfPicture(bytes)
    return { kind: 'image', isReadable: size !== null, seconds: null, aspectRatio: size && size.width / size.height }
  }
  const facts = videoFactsOf(bytes)
  const isReadable = facts !== null || (type === 'video/webm' && bytes[0] === 0x1a)
  return {
    kind: 'video',
    isReadable,
    seconds: facts && facts.seconds,
    aspectRatio: facts && facts.width / facts.height
  }
}

/**
 * The upload storage, which is not Runway's own server: it refuses Runway's API key and wants the file as the form's
 * last field. The real storage answers errors as XML; the adapter does not read them.
 */
export function mountRunwayStorage(app: Hono<SandboxEnvironment>, state: MediaState, uploads: RunwayUploads): void {
  const handle = serveMedia(state, 'runway')((exchange) => store(exchange, uploads))
  app.post(STORAGE, handle)
}

async function store(exchange: MediaExchange, uploads: RunwayUploads): Promise<Response> {
  const refuse = (status: number, code: string) => exchange.reply(status, { code })
  if (exchange.headers.has('authorization')) return refuse(400, 'InvalidArgument')
  const form = await exchange.readForm()
  if (!form) return refuse(412, 'PreconditionFailed')
  const [key, policy, file] = [form.get('key'), form.get('policy'), form.get('file')]
  if (typeof key !== 'string' || typeof policy !== 'string') return refuse(403, 'AccessDenied')
  if (!(file instanceof File) || [...form.keys()].at(-1) !== 'file') return refuse(400, 'InvalidArgument')
  return (await uploads.store(key, file)) ? exchange.replyNothing() : refuse(403, 'AccessDenied')
}
