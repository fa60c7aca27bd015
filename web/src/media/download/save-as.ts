// Fetches a result and saves it in another format. Loaded when it is first used.
import { extensionOf } from '#contract/media-types.ts'
import { saveFile } from '../../base/ui/save-file.ts'
import { pictureAs } from './write-picture.ts'
import { soundAsWav } from './write-wav.ts'

interface Saved {
  url: string
  /** Without the extension. */
  name: string
  /** The media type to write. */
  type: string
}

/** @throws Error when the file cannot be fetched, read or written */
export async function saveAs({ url, name, type }: Saved): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('The file is gone')
  const source = await response.blob()
  const written = type.startsWith('image/') ? await pictureAs(type, source) : await soundAsWav(source)
  saveFile(written, `${name}.${extensionOf(type)}`)
}
