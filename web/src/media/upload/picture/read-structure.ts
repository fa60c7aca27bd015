// Pictures are read by their structure before they are decoded: how large they are, which way they are turned, and
// which of their parts are pixels and which tell where and by whom they were made.
import { isImageType, type PictureStructure, pictureStructure } from '#formats/picture-structure.ts'

/** Null when the file is not built as its format demands; a browser may be able to show it all the same. */
export async function readStructure(bytes: Uint8Array, type: string): Promise<PictureStructure | null> {
  const structure = isImageType(type) ? await pictureStructure(bytes, type) : null
  // Of an animation the first picture is wanted, and that has to be drawn.
  return structure?.isAnimated ? null : structure
}
