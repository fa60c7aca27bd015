import type { ByteReader } from './byte-reader.ts'

export interface MediaFacts {
  /** Media type without parameters. */
  type: string
  /** As stored: a picture that is turned by its orientation tag, or a video by its matrix, is not turned here. */
  width: number | null
  height: number | null
  /** Null where the format has none or the file does not say. */
  durationSeconds: number | null
}

/** Null: not this format. @throws BrokenMedia when it begins as this format and is not a whole file of it */
export type Inspector = (reader: ByteReader) => Promise<MediaFacts | null>
