import type { MediaFault } from './faults.ts'
import type { MediaFile } from './links.ts'

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
