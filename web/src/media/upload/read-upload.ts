import type { FileParameter } from '#contract/catalogue/parameters.ts'
import { readDataUrl } from './file/data-url.ts'
import { headBytes, mediaTypeOf, typeNames } from './file-type.ts'
import { cleanPicture } from './picture/clean-picture.ts'
import { RefusedFile } from './file/refused-file.ts'

export interface Upload {
  name: string
  dataUrl: string
}

const heicText = 'Формат HEIC не поддерживается. Сохраните снимок как JPEG или PNG и выберите его снова'

/** Checks and prepares what the user chose. Throws `RefusedFile`, whose message says what is wrong with it. */
export async function readUpload(file: File, parameter: FileParameter): Promise<Upload> {
  const type = await typeOf(file)
  if (type === null || !parameter.mediaTypes.includes(type)) {
    if (type === 'image/heic' && parameter.kind === 'image') throw new RefusedFile(heicText)
    throw new RefusedFile(`Такой файл не поддерживается. Подойдёт ${typeNames(parameter.mediaTypes)}`)
  }
  if (file.size > parameter.sizeBytesMax) throw new RefusedFile(parameter.tooLargeText)
  const clean = parameter.kind === 'video' ? new Blob([file], { type }) : await cleanPicture(file, type, parameter)
  return { name: file.name, dataUrl: await readDataUrl(clean) }
}

async function typeOf(file: File): Promise<string | null> {
  try {
    return mediaTypeOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  } catch {
    // A folder, or a file that was moved since.
    throw new RefusedFile('Не удалось прочитать файл')
  }
}
