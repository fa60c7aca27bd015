// Makes pictures small enough for their upstream. The form keeps the originals: other settings may allow larger ones.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { type PictureLimits, pictureLimitsOf, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import {
  dataUrlBytes,
  type FileParameter,
  type Parameter,
  type ParameterValues
} from '#contract/catalogue/parameters.ts'
import { isShown } from '#contract/catalogue/shown-parameters.ts'
import { isJobFileRef, namedJobFile, type JobFileRef, withOrigin } from '#contract/catalogue/job-file-refs.ts'
import { findJobFile, type KnownFile, readJobFile } from '../../job/job-file.ts'
import { readDataUrl } from '../file/chosen-file.ts'
import { fitMask, fitPicture, fittingSize, shareOfBytes, sizeOf } from './fit-picture.ts'

const isFile = (parameter: Parameter): parameter is FileParameter => 'mediaTypes' in parameter

/** Sizes in bytes of all files except the named one. */
export const bytesBeside = (files: Readonly<Record<string, string>>, name: string): number[] =>
  Object.keys(files).flatMap((other) => (other === name ? [] : [dataUrlBytes(files[other] ?? '')]))

/** The files that would be sent. The form also keeps files of fields that the current settings hide. */
export function filesIn({ parameters }: StudioEntry, values: ParameterValues): Record<string, string> {
  const files: Record<string, string> = {}
  for (const parameter of parameters.filter(isFile)) {
    const value = values[parameter.name]
    if (typeof value === 'string' && isShown(parameter, values)) files[parameter.name] = value
  }
  return files
}

/** The type of the picture beside this mask; null: any. A provider that cuts an area out wants both files alike. */
function pictureTypeBeside({ parameters }: StudioEntry, files: Readonly<Record<string, string>>): string | null {
  const cut = parameters.filter(isFile).find(({ name, isCut }) => isCut && name in files)
  return cut?.mediaTypes[0] ?? null
}

/**
 * The files that have to be made smaller in the browser, or written in another type. A file of the user's jobs that fits is only named; one that does
 * not is loaded, which its preview has done already, and the smaller picture says what it was made from.
 */
async function loadUnfit(
  entry: StudioEntry,
  files: Record<string, string>,
  limits: PictureLimits
): Promise<Map<string, JobFileRef>> {
  const loaded = new Map<string, JobFileRef>()
  for (const { name, kind, sizeBytesMax } of entry.parameters.filter(isFile)) {
    const ref = files[name]
    const named = ref === undefined ? null : namedJobFile(ref)
    if (ref === undefined || named === null || kind !== 'image') continue
    const known = await findJobFile(ref)
    const isFit = (facts: FileFacts) =>
      facts.sizeBytes <= Math.min(sizeBytesMax, limits.bytesMax) && !isTooLarge(facts, limits)
    const type = name === 'image' ? pictureTypeBeside(entry, files) : null
    // Only its bytes tell the type.
    if (type === null && known?.facts && isFit(known.facts)) continue
    const file = await readJobFile(ref)
    // The server says what is wrong with a file that cannot be read.
    if (!file) continue
    const isOfType = type === null || file.type === type
    if (isOfType && isFit({ sizeBytes: file.size, ...unknownSize, ...(await sizeOf(file)) })) continue
    files[name] = await readDataUrl(file)
    loaded.set(name, named)
  }
  return loaded
}

type FileFacts = NonNullable<KnownFile['facts']>
const unknownSize = { width: null, height: null }

const isTooLarge = ({ width, height }: FileFacts, limits: PictureLimits) =>
  width === null || height === null || fittingSize({ width, height }, limits) !== null

/** Fits the pictures to the limits of the upstream, and picture and mask to each other. Throws `RefusedFile`. */
export async function fitFiles(entry: StudioEntry, values: ParameterValues): Promise<ParameterValues> {
  const limits = pictureLimitsOf(mediaRouteOf(entry, values))
  const files = filesIn(entry, values)
  const hasJobFile = Object.values(files).some(isJobFileRef)
  const type = pictureTypeBeside(entry, files)
  if (!hasJobFile && type === null && limits.pixelsMax >= uploadPixelsMax && limits.bytesMax === Infinity) return values
  const loaded = await loadUnfit(entry, files, limits)
  const sizesMax = new Map(entry.parameters.filter(isFile).map(({ name, sizeBytesMax }) => [name, sizeBytesMax]))
  // What is chosen in the form is within its limit, unless it becomes another file.
  const bytesMaxOf = (name: string) =>
    loaded.has(name) || (name === 'image' && type !== null) ? (sizesMax.get(name) ?? Infinity) : Infinity
  await fitEach(entry, files, limits, bytesMaxOf)
  // Fewer pixels mean fewer bytes: only now it is known whether the files are still too large together.
  const bytes = bytesBeside(files, '').reduce((sum, size) => sum + size, 0)
  if (bytes > limits.bytesMax)
    await fitEach(entry, files, limits, (name) => shareOfBytes(bytesBeside(files, name), limits.bytesMax))
  for (const [name, from] of loaded) files[name] = withOrigin(files[name] ?? '', from)
  return { ...values, ...files }
}

async function fitEach(
  entry: StudioEntry,
  files: Record<string, string>,
  limits: PictureLimits,
  bytesMaxOf: (name: string) => number
): Promise<void> {
  const named = (kind: FileParameter['kind']) =>
    entry.parameters.filter((parameter) => parameter.kind === kind && parameter.name in files).map(({ name }) => name)
  for (const name of named('image')) {
    if (isJobFileRef(files[name] ?? '')) continue
    const type = name === 'image' ? pictureTypeBeside(entry, files) : null
    const { dataUrl, size } = await fitPicture(files[name] ?? '', limits, { bytesMax: bytesMaxOf(name), type })
    files[name] = dataUrl
    if (name !== 'image' || !size) continue
    for (const mask of named('mask')) files[mask] = await fitMask(await dataUrlOf(files[mask] ?? ''), size)
  }
}

/** A mask that is named by its job, as a file to be resized with its picture. */
async function dataUrlOf(value: string): Promise<string> {
  const file = isJobFileRef(value) ? await readJobFile(value) : null
  return file ? readDataUrl(file) : value
}
