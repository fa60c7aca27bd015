// Pictures as their tool takes them. The form keeps what the user chose, in its full size: another tool may take more.
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { type PictureLimits, pictureLimitsOf, uploadPixelsMax } from '#contract/catalogue/picture-limits.ts'
import {
  dataUrlBytes,
  type FileParameter,
  isShown,
  type Parameter,
  type ParameterValues
} from '#contract/catalogue/parameters.ts'
import { fitMask, fitPicture } from './fit-picture.ts'
import { shareOfBytes } from './fit-limits.ts'

const isFile = (parameter: Parameter): parameter is FileParameter => 'mediaTypes' in parameter

/** Sizes of the files that are sent beside one, in bytes. */
export const bytesBeside = (files: Readonly<Record<string, string>>, name: string): number[] =>
  Object.keys(files).flatMap((other) => (other === name ? [] : [dataUrlBytes(files[other] ?? '')]))

/** The files that would be sent: a form keeps those of its other settings as well. */
export function filesIn({ parameters }: StudioEntry, values: ParameterValues): Record<string, string> {
  const files: Record<string, string> = {}
  for (const parameter of parameters.filter(isFile)) {
    const value = values[parameter.name]
    if (typeof value === 'string' && isShown(parameter, values)) files[parameter.name] = value
  }
  return files
}

/**
 * The same request with pictures that are small enough, and with a mask in the size of its picture.
 * Throws `RefusedFile`.
 */
export async function fitFiles(entry: StudioEntry, values: ParameterValues): Promise<ParameterValues> {
  const limits = pictureLimitsOf(mediaRouteOf(entry, values))
  if (limits.pixelsMax >= uploadPixelsMax && limits.bytesMax === Infinity) return values
  const files = filesIn(entry, values)
  await fitEach(entry, files, limits, () => Infinity)
  // What has fewer pixels has fewer bytes as well: only now it shows whether there are still too many.
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
