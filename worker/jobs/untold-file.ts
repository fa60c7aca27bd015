// A result as visitors get it when its prompt is not shared: many a model writes the prompt into the file.
import { withoutMetadata } from '#formats/image-metadata.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { textOverwrites } from '#formats/text-overwrites.ts'
import { storedSource } from '#queues/steps/files.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import type { StoredObject } from './file-routes.ts'

/** Several visitors may load a picture in one worker, which has 128 MB. */
const cleanedBytesMax = 20 * 1024 * 1024

/**
 * A picture loses its metadata; of a larger one, and of films and sound, they are written over while it is sent. What is of
 * another structure than we know is sent as it is.
 */
export function withoutTexts(
  c: AppContext,
  { key, size, httpEtag }: R2Object,
  type: string
): Pick<StoredObject, 'object' | 'replaced' | 'overwrites'> {
  // Other bytes than the object's need another tag.
  const object = { key, size, httpEtag: httpEtag.replace(/"$/, '-clean"') }
  if (!isImageType(type) || size > cleanedBytesMax)
    return { object, overwrites: async () => (await textOverwrites(storedSource(c.env, key, size), type)) ?? [] }
  return {
    object,
    async replaced() {
      const found = await c.env.MEDIA.get(key)
      if (!found) throw new AppError('NOT_FOUND')
      return withoutMetadata(new Uint8Array(await found.arrayBuffer()), type)
    }
  }
}
