import type { MediaFault } from './faults.ts'
import type { MediaFile } from './links.ts'

const encoder = new TextEncoder()

/** The file as the fault leaves it: a page in its place, nothing at all, another kind, or half of it. */
export function spoilt(file: MediaFile, fault: MediaFault | null): MediaFile {
  switch (fault) {
    case 'html':
      return { bytes: encoder.encode('<!doctype html><title>Just a moment...</title>'), type: 'text/html' }
    case 'empty':
      return { ...file, bytes: new Uint8Array() }
    case 'wrong-type':
      return { ...file, bytes: encoder.encode('%PDF-1.7\n%%EOF\n') }
    case 'broken-file':
      return { ...file, bytes: file.bytes.slice(0, Math.ceil(file.bytes.byteLength / 2)) }
    default:
      return file
  }
}
