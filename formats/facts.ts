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

/** As stored, before a picture is turned. */
export interface PictureSize {
  width: number
  height: number
}

export interface PictureStructure extends PictureSize {
  /** 2 to 8: how the stored picture is turned or mirrored. Null: it is upright. */
  orientation: number | null
  /** Whether the parts show more than one picture. */
  isAnimated: boolean
  /** One behind the other they are the file without any metadata: without its orientation as well. */
  parts: Uint8Array[]
}

/** Null: not this format. @throws BrokenMedia when it begins as this format and is not a whole file of it */
export type Inspector = (reader: ByteReader) => Promise<MediaFacts | null>
