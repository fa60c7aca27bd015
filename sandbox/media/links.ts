// Temporary file addresses, as upstreams issue them: anyone who has the address can read the file until it expires.
import type { Clock } from '../base/clock.ts'
import type { MediaFault } from '../base/media-faults.ts'

// A simulated video has about a megabyte, so this is more than a test or a demonstration produces in an hour.
const KEPT_BYTES = 256 * 1024 * 1024
const KEPT_FILES = 2000

export interface MediaFile {
  bytes: Uint8Array<ArrayBuffer>
  /** The content type to send; a fault can make it wrong. */
  type: string
}

/** The file as an answer, with its length. */
export function fileResponse({ bytes, type }: MediaFile, headers: Readonly<Record<string, string>> = {}): Response {
  const length = String(bytes.byteLength)
  return new Response(bytes, { headers: { ...headers, 'content-type': type, 'content-length': length } })
}

interface LinkOptions {
  /** Not divided by the speed; 0 makes an address that has already expired. */
  lifeMs: number
  /** The status of an expired address; default 404. */
  expiredStatus?: 403 | 404
}

interface Link extends MediaFile {
  expiresAt: number
  expiredStatus: 403 | 404
}

export interface Links {
  /** The path of a new address on the sandbox's own origin. */
  add(bytes: Uint8Array<ArrayBuffer>, type: string, options: LinkOptions): string
  /** The file, or the error status to answer. */
  open(path: string): MediaFile | 403 | 404
  totals(): { files: number; bytes: number }
}

/** Keeps the newest files within a memory limit; the address of a dropped file answers 404. */
export function createLinks(clock: Clock, keptBytes = KEPT_BYTES): Links {
  const links = new Map<string, Link>()
  let total = 0
  const drop = (path: string, link: Link) => {
    links.delete(path)
    total -= link.bytes.byteLength
  }
  return {
    add(bytes, type, { lifeMs, expiredStatus = 404 }) {
      const path = `/media/${crypto.randomUUID()}${extensionOf(type)}`
      links.set(path, { bytes, type, expiresAt: clock.now() + lifeMs, expiredStatus })
      total += bytes.byteLength
      for (const [oldest, link] of links) {
        if (total <= keptBytes && links.size <= KEPT_FILES) break
        drop(oldest, link)
      }
      return path
    },
    open(path) {
      const link = links.get(path)
      if (!link) return 404
      return clock.now() < link.expiresAt ? { bytes: link.bytes, type: link.type } : link.expiredStatus
    },
    totals: () => ({ files: links.size, bytes: total })
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
  'audio/mpeg': '.mp3'
}

const extensionOf = (type: string) => EXTENSIONS[type] ?? ''

const encoder = new TextEncoder()

const spoiling: Partial<Record<MediaFault, (file: MediaFile) => MediaFile>> = {
  html: () => ({ bytes: encoder.encode('<!doctype html><title>Just a moment...</title>'), type: 'text/html' }),
  empty: (file) => ({ ...file, bytes: new Uint8Array() }),
  'wrong-type': (file) => ({ ...file, bytes: encoder.encode('%PDF-1.7\n%%EOF\n') }),
  'broken-file': (file) => ({ ...file, bytes: file.bytes.slice(0, Math.ceil(file.bytes.byteLength / 2)) })
}

/** The file after the fault: replaced by an HTML page, emptied, given another type, or cut in half. */
export const spoilt = (file: MediaFile, fault: MediaFault | null): MediaFile =>
  (fault && spoiling[fault]?.(file)) ?? file
