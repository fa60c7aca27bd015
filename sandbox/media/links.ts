// Temporary addresses of files, as the upstreams hand them out: whoever has one may read it, until it expires.
import type { Clock } from '../clock.ts'

// A video is a megabyte here; this is more than any test or demonstration leaves behind in an hour.
const KEPT_BYTES = 256 * 1024 * 1024
const KEPT_FILES = 2000

export interface MediaFile {
  bytes: Uint8Array<ArrayBuffer>
  /** What the answer's content type says, true or not. */
  type: string
}

interface LinkOptions {
  /** Real milliseconds, whatever the speed; 0 is an address that has already expired. */
  lifeMs: number
  /** What an expired address answers; default 404. */
  expiredStatus?: 403 | 404
}

interface Link extends MediaFile {
  expiresAt: number
  expiredStatus: 403 | 404
}

export interface Links {
  /** The path of a new address on the sandbox's own origin. */
  add(bytes: Uint8Array<ArrayBuffer>, type: string, options: LinkOptions): string
  /** The file, or the status that stands in for it. */
  open(path: string): MediaFile | 403 | 404
  totals(): { files: number; bytes: number }
}

/** The newest files within a bound of memory; an address whose file was dropped is like one that never was. */
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
