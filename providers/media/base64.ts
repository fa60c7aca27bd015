import { Buffer } from 'node:buffer'
import type { MediaFile } from './media.ts'

/** The bytes of a file in base64, without a data URL around them. */
export const base64Of = ({ bytes }: MediaFile): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
