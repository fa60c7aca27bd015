export interface PictureStructure {
  /** As stored, before the picture is turned. */
  width: number
  height: number
  /** Of Exif: 1 is upright. */
  orientation: number
  /** The file without metadata, and without what would move. */
  parts: Uint8Array<ArrayBuffer>[]
}
