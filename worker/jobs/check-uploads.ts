// Checks the files of a request before anything is charged or stored: types are detected from the bytes alone, metadata
// is removed, and every refusal names its field.
import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { filesSizeProblem, pictureSizeProblem, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import type { FieldError } from '#contract/envelope.ts'
import type { FileParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { isJobFileRef } from '#contract/catalogue/job-file-refs.ts'
import { checkImage } from '#formats/image-check.ts'
import { cleanFilm } from '#formats/mp4-metadata.ts'
import { inspectSent, type MediaFacts, sourceOf } from '#formats/media-inspect.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError } from '../http/errors.ts'

export interface Upload {
  parameter: string
  /** The bytes that are stored and sent to the provider. */
  bytes: Uint8Array<ArrayBuffer>
  /** As it is seen, after a picture is turned the right way up. */
  width: number | null
  height: number | null
  /** Media type, read from the bytes. */
  type: string
  /** Digest of the file as it was sent, or of the name under which the server keeps it. */
  digest: string
}

/** Reads a sent file: null for damaged bytes, a string for a refusal. */
export type ReadSent = (parameter: FileParameter, sent: string) => Promise<Uint8Array<ArrayBuffer> | string | null>

const texts = {
  damaged: 'Файл передан с ошибкой. Загрузите его ещё раз',
  noPicture: 'Это не изображение PNG, JPEG или WebP, или файл повреждён',
  noMask: 'Область замены — это изображение PNG, а этот файл другой или повреждён',
  noVideo: 'Это не видео MP4, WebM или MOV, или файл повреждён',
  animated: 'Анимация не поддерживается. Загрузите обычное изображение',
  tooManyPixels: `Изображение слишком большое: не больше ${uploadPixelsMax / 1_000_000} Мп`,
  otherSize: 'Область замены должна быть того же размера, что и изображение',
  otherType: 'С выделенной областью нужно изображение PNG',
  opaque: 'В этом файле ничего не выделено: область, которую нужно изменить, должна быть прозрачной'
} as const

const unreadable: Record<FileParameter['kind'], string> = {
  image: texts.noPicture,
  mask: texts.noMask,
  video: texts.noVideo
}

/** What is kept of a file; a string is the message of a refusal. */
type Checked = Pick<Upload, 'bytes' | 'width' | 'height'> | string

async function checkPicture(
  bytes: Uint8Array<ArrayBuffer>,
  { type, width, height }: MediaFacts,
  route: MediaRoute,
  unreadableText: string
): Promise<Checked> {
  if (!isImageType(type) || width === null || height === null) return unreadableText
  // Checked before anything is decompressed.
  if (width * height > uploadPixelsMax) return texts.tooManyPixels
  const sizeProblem = pictureSizeProblem(route, { width, height })
  if (sizeProblem !== null) return sizeProblem
  const checked = await checkImage(bytes, type)
  if (checked === 'animated') return texts.animated
  return checked === 'broken' ? unreadableText : checked
}

/** Removes metadata in place, because there is no memory for a copy of a video. WebM has no field for a location. */
async function checkVideo(
  bytes: Uint8Array<ArrayBuffer>,
  { type, width, height }: MediaFacts,
  unreadableText: string
): Promise<Checked> {
  const clean = type === 'video/webm' ? bytes : await cleanFilm(bytes)
  return clean ? { bytes: clean, width, height } : unreadableText
}

async function checkUpload(
  parameter: FileParameter,
  sent: string,
  route: MediaRoute,
  read: ReadSent
): Promise<Upload | string> {
  const bytes = await read(parameter, sent)
  if (!bytes) return texts.damaged
  if (typeof bytes === 'string') return bytes
  if (bytes.length > parameter.sizeBytesMax) return parameter.tooLargeText
  const facts = await inspectSent(sourceOf(bytes))
  const unreadableText = unreadable[parameter.kind]
  if (!facts || !parameter.mediaTypes.includes(facts.type)) return unreadableText
  const digest = digestOf(isJobFileRef(sent) ? sent : bytes)
  const checked =
    parameter.kind === 'video'
      ? await checkVideo(bytes, facts, unreadableText)
      : await checkPicture(bytes, facts, route, unreadableText)
  if (typeof checked === 'string') return checked
  return { ...checked, parameter: parameter.name, type: facts.type, digest }
}

/** Where the header of a PNG tells how its pixels are stored; the second bit of three stands for transparency. */
const colorTypeAt = 25

const mayBeTransparent = (png: Uint8Array): boolean => ((png[colorTypeAt] ?? 0) & 4) !== 0

function maskProblem(uploads: readonly Upload[], files: readonly FileParameter[]): FieldError[] {
  const mask = uploads.find(({ parameter }) => files.some(({ name, kind }) => name === parameter && kind === 'mask'))
  const image = uploads.find(({ parameter }) => parameter === 'image')
  const isCut = files.some((file) => file.name === mask?.parameter && file.isCut)
  if (mask && isCut && !mayBeTransparent(mask.bytes)) return [{ path: mask.parameter, msg: texts.opaque }]
  // A provider that cuts the area out wants both files alike.
  if (mask && image && isCut && image.type !== mask.type) return [{ path: image.parameter, msg: texts.otherType }]
  if (!mask || !image || (mask.width === image.width && mask.height === image.height)) return []
  return [{ path: mask.parameter, msg: texts.otherSize }]
}

/** Reported at the largest file, which the user should make smaller. */
function sumProblem(uploads: readonly Upload[], route: MediaRoute): FieldError[] {
  const problem = filesSizeProblem(
    route,
    uploads.map(({ bytes }) => bytes.length)
  )
  const [largest] = uploads.toSorted((one, other) => other.bytes.length - one.bytes.length)
  return problem === null || !largest ? [] : [{ path: largest.parameter, msg: problem }]
}

/**
 * Checks one file at a time, because each needs several times its size in memory.
 * @param parameters the file parameters of the catalogue entry
 * @throws AppError VALIDATION_FAILED with the problem of each file
 */
export async function checkUploads(
  parameters: readonly FileParameter[],
  values: ParameterValues,
  route: MediaRoute,
  read: ReadSent
): Promise<Upload[]> {
  const uploads: Upload[] = []
  const details: FieldError[] = []
  for (const parameter of parameters) {
    const sent = values[parameter.name]
    if (typeof sent !== 'string') continue
    const checked = await checkUpload(parameter, sent, route, read)
    if (typeof checked === 'string') details.push({ path: parameter.name, msg: checked })
    else uploads.push(checked)
  }
  details.push(...maskProblem(uploads, parameters), ...sumProblem(uploads, route))
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return uploads
}
