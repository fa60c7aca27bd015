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
import { fitMask, fitPicture } from './fit-picture.ts'
import { shareOfBytes } from './fit-limits.ts'

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

/** Fits the pictures to the limits of the upstream, and the mask to the size of its picture. Throws `RefusedFile`. */
export async function fitFiles(entry: StudioEntry, values: ParameterValues): Promise<ParameterValues> {
  const limits = pictureLimitsOf(mediaRouteOf(entry, values))
  if (limits.pixelsMax >= uploadPixelsMax && limits.bytesMax === Infinity) return values
  const files = filesIn(entry, values)
  await fitEach(entry, files, limits, () => Infinity)
  // Fewer pixels mean fewer bytes: only now it is known whether the files are still too large together.
  const bytes = bytesBeside(files, '').reduce((sum, size) => sum + size, 0)
  if (bytes > limits.bytesMax)
    await fitEach(entry, files, limits, (name) => shareOfBytes(bytesBeside(files, name), limits.bytesMax))
  return { ...values, ...files }
}

async function fitEach(
  { parameters }: StudioEntry,
  files: Record<string, string>,
  limits: PictureLimits,
  bytesMaxOf: (name: string) => number
): Promise<void> {
  const named = (kind: FileParameter['kind']) =>
    parameters.filter((parameter) => parameter.kind === kind && parameter.name in files).map(({ name }) => name)
  for (const name of named('image')) {
    const { dataUrl, size } = await fitPicture(files[name] ?? '', limits, bytesMaxOf(name))
    files[name] = dataUrl
    if (name !== 'image' || !size) continue
    for (const mask of named('mask')) files[mask] = await fitMask(files[mask] ?? '', size)
  }
}
