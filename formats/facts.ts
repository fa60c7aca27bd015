import type { ByteReader } from './byte-reader.ts'

export interface MediaFacts {
  /** Media type without parameters. */
  type: string
  /** As stored, without the rotation of an image's orientation tag or a video's matrix. */
  width: number | null
  height: number | null
  /** Null when the format has no duration or the file does not state it. */
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

/**
 * Null when the file is not of this format.
 * @param isSent whether a user sends the file: what players and browsers pass over is passed over then, also a missing end
 * @throws BrokenMedia when it begins like this format but is not a complete file of it
 */
export type Inspector = (reader: ByteReader, isSent: boolean) => Promise<MediaFacts | null>
