// The files of a request, before anything is paid for or stored: what they are is told by their bytes alone, pictures
// lose what they tell about their maker, and every refusal names its field.
import type { MediaRoute } from '#contract/catalogue/entry.ts'
import { filesSizeProblem, pictureSizeProblem, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import type { FieldError } from '#contract/envelope.ts'
import type { FileParameter, ParameterValues } from '#contract/catalogue/parameters.ts'
import { imageFlaw } from '#formats/image-check.ts'
import { withoutMetadata } from '#formats/image-metadata.ts'
import { forgetMp4Metadata } from '#formats/mp4-metadata.ts'
import { inspectMedia, type MediaFacts, sourceOf } from '#formats/media-inspect.ts'
import { isImageType } from '#formats/picture-structure.ts'
import { digestOf } from '../crypto/digest.ts'
import { AppError } from '../http/errors.ts'
import type { SentFiles } from '../http/sent-files.ts'

export interface Upload {
  parameter: string
  /** As they go into the store and to the provider. */
  bytes: Uint8Array<ArrayBuffer>
  width: number | null
  height: number | null
  /** Of what was sent. */
  digest: string
}

const texts = {
  damaged: 'Файл передан с ошибкой. Загрузите его ещё раз',
  noPicture: 'Это не изображение PNG, JPEG или WebP, или файл повреждён',
  noMask: 'Область замены — это изображение PNG, а этот файл другой или повреждён',
  noVideo: 'Это не видео MP4, WebM или MOV, или файл повреждён',
  animated: 'Анимация не поддерживается. Загрузите обычное изображение',
  tooManyPixels: `Изображение слишком большое: не больше ${uploadPixelsMax / 1_000_000} Мп`,
  otherSize: 'Область замены должна быть того же размера, что и изображение'
} as const

const unreadable: Record<FileParameter['kind'], string> = {
  image: texts.noPicture,
  mask: texts.noMask,
  video: texts.noVideo
}

/** @returns a sentence when the file cannot be taken */
type Checked = Upload | string

async function checkPicture(
  bytes: Uint8Array<ArrayBuffer>,
  { type, width, height }: MediaFacts,
  route: MediaRoute,
  unreadableText: string
): Promise<Uint8Array<ArrayBuffer> | string> {
  if (!isImageType(type) || width === null || height === null) return unreadableText
  // Before anything is unpacked.
  if (width * height > uploadPixelsMax) return texts.tooManyPixels
  const sizeProblem = pictureSizeProblem(route, { width, height })
  if (sizeProblem !== null) return sizeProblem
  const flaw = await imageFlaw(bytes, type)
  if (flaw !== null) return flaw === 'animated' ? texts.animated : unreadableText
  return (await withoutMetadata(bytes, type)) ?? unreadableText
}

/** In place: of a video there is no room for a copy. WebM has no place of its own for where it was taken. */
function checkVideo(
  bytes: Uint8Array<ArrayBuffer>,
  { type }: MediaFacts,
  unreadableText: string
): Uint8Array<ArrayBuffer> | string {
  return type === 'video/webm' || forgetMp4Metadata(bytes) ? bytes : unreadableText
}

async function checkUpload(
  parameter: FileParameter,
  bytes: Uint8Array<ArrayBuffer> | null,
  route: MediaRoute
): Promise<Checked> {
  if (!bytes) return texts.damaged
  if (bytes.length > parameter.sizeBytesMax) return parameter.tooLargeText
  const facts = await inspectMedia(sourceOf(bytes))
  const unreadableText = unreadable[parameter.kind]
  if (!facts || !parameter.mediaTypes.includes(facts.type)) return unreadableText
  const digest = digestOf(bytes)
  const clean =
    parameter.kind === 'video'
      ? checkVideo(bytes, facts, unreadableText)
      : await checkPicture(bytes, facts, route, unreadableText)
  if (typeof clean === 'string') return clean
  return {
    parameter: parameter.name,
    bytes: clean,
    width: facts.width,
    height: facts.height,
    digest
  }
}

function maskProblem(uploads: readonly Upload[], files: readonly FileParameter[]): FieldError[] {
  const mask = uploads.find(({ parameter }) => files.some(({ name, kind }) => name === parameter && kind === 'mask'))
  const image = uploads.find(({ parameter }) => parameter === 'image')
  if (!mask || !image || (mask.width === image.width && mask.height === image.height)) return []
  return [{ path: mask.parameter, msg: texts.otherSize }]
}

/** Said at the largest file: it is the one to make smaller. */
function sumProblem(uploads: readonly Upload[], route: MediaRoute): FieldError[] {
  const problem = filesSizeProblem(
    route,
    uploads.map(({ bytes }) => bytes.length)
  )
  const [largest] = uploads.toSorted((one, other) => other.bytes.length - one.bytes.length)
  return problem === null || !largest ? [] : [{ path: largest.parameter, msg: problem }]
}

/**
 * One file after the other, because each is in memory several times while it is looked at.
 * @param parameters the entry's file parameters
 * @throws AppError VALIDATION_FAILED with what is wrong with each of them
 */
export async function checkUploads(
  parameters: readonly FileParameter[],
  values: ParameterValues,
  route: MediaRoute,
  files: Pick<SentFiles, 'bytesOf'>
): Promise<Upload[]> {
  const uploads: Upload[] = []
  const details: FieldError[] = []
  for (const parameter of parameters) {
    const sent = values[parameter.name]
    if (typeof sent !== 'string') continue
    const checked = await checkUpload(parameter, files.bytesOf(sent), route)
    if (typeof checked === 'string') details.push({ path: parameter.name, msg: checked })
    else uploads.push(checked)
  }
  details.push(...maskProblem(uploads, parameters), ...sumProblem(uploads, route))
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return uploads
}
