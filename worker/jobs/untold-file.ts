// A result as visitors get it when its prompt is not shared: many a model writes the prompt into the file.
import { withoutMetadata } from '#formats/image-metadata.ts'
import { type MediaSource, sourceOf } from '#formats/media-inspect.ts'
import { type Overwrite, writeOver } from '#formats/overwrites.ts'
import { ownMarkIn } from '#formats/own-mark.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { textOverwrites } from '#formats/text-overwrites.ts'
import { storedSource } from '#queues/steps/files.ts'
import { loadMarking } from '#queues/steps/late-mark.ts'
import type { AppContext } from '../http/context.ts'
import { expectFound } from '../http/errors.ts'
import type { StoredObject } from './file-routes.ts'

/** Several visitors may load pictures in one isolate, which has 128 MB. */
const cleanedBytesMax = 20 * 1024 * 1024

/** What a model wrote into the file, without our own mark. */
async function overwritesBesideMark(source: MediaSource, type: string): Promise<Overwrite[]> {
  return (await textOverwrites(source, type, (await ownMarkIn(source, type))?.range)) ?? []
}

/**
 * A picture loses its metadata, but for our own mark that a model made it, which it gets now if it had none; in larger pictures, films and sound it is overwritten while the file is sent. A file of unknown
 * structure is sent unchanged.
 */
export function withoutTexts(
  c: AppContext,
  { key, size, httpEtag }: R2Object,
  type: string
): Pick<StoredObject, 'object' | 'replaced' | 'overwrites'> {
  const isMarked = c.var.environment.AI_MARK !== 'off'
  // The bytes differ from the object's, so they need another tag.
  const object = { key, size, httpEtag: httpEtag.replace(/"$/, isMarked ? '-marked"' : '-clean"') }
  if (!isImageType(type) || size > cleanedBytesMax)
    return { object, overwrites: () => overwritesBesideMark(storedSource(c.env, key, size), type) }
  return {
    object,
    async replaced() {
      const found = expectFound(await c.env.MEDIA.get(key))
      const bytes = new Uint8Array(await found.arrayBuffer())
      if ((await ownMarkIn(sourceOf(bytes), type)) === null) {
        const cleaned = await withoutMetadata(bytes, type)
        return isMarked && cleaned ? (await loadMarking()).markedPicture(cleaned, bytes) : cleaned
      }
      writeOver(bytes, 0, await overwritesBesideMark(sourceOf(bytes), type))
      return bytes
    }
  }
}
