// A result as visitors get it when its prompt is not shared: many a model writes the prompt into the file.
import { markIn, marked } from '#formats/ai-mark.ts'
import { withoutMetadata } from '#formats/image-metadata.ts'
import { type MediaSource, sourceOf } from '#formats/media-inspect.ts'
import type { Overwrite } from '#formats/overwrites.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { textOverwrites } from '#formats/text-overwrites.ts'
import { storedSource } from '#queues/steps/files.ts'
import type { AppContext } from '../http/context.ts'
import { expectFound } from '../http/errors.ts'
import type { StoredObject } from './file-routes.ts'

/** Several visitors may load pictures in one isolate, which has 128 MB. */
const cleanedBytesMax = 20 * 1024 * 1024

/** What a model wrote into the file, without our own mark. */
async function overwritesBesideMark(source: MediaSource, type: string): Promise<Overwrite[]> {
  const own = (await markIn(source, type))?.own
  return (await textOverwrites(source, type, own?.range)) ?? []
}

/**
 * A picture loses its metadata, but for our own mark that a model made it; in larger pictures, films and sound it is overwritten while the file is sent. A file of unknown
 * structure is sent unchanged.
 */
export function withoutTexts(
  c: AppContext,
  { key, size, httpEtag }: R2Object,
  type: string
): Pick<StoredObject, 'object' | 'replaced' | 'overwrites'> {
  // The bytes differ from the object's, so they need another tag.
  const object = { key, size, httpEtag: httpEtag.replace(/"$/, '-clean"') }
  if (!isImageType(type) || size > cleanedBytesMax)
    return { object, overwrites: () => overwritesBesideMark(storedSource(c.env, key, size), type) }
  return {
    object,
    async replaced() {
      const found = expectFound(await c.env.MEDIA.get(key))
      const bytes = new Uint8Array(await found.arrayBuffer())
      const [mark, cleaned] = [await markIn(sourceOf(bytes), type), await withoutMetadata(bytes, type)]
      return mark?.own && cleaned ? marked(cleaned, type, mark.own.type) : cleaned
    }
  }
}
