// Simulates Stability's operations with plain image arithmetic: sizes, transparency and the masked area are like the
// real ones, the pictures themselves are not.
import sharp from 'sharp'
import { encoded, paintPicture, type PictureType } from './picture.ts'
import { GENERATED_SIZES } from './stability-fields.ts'
import type { Sharp } from 'sharp'

const ENLARGED = 4

/** @param form a validated form */
export async function performStability(path: string, form: FormData, type: PictureType) {
  if (path === 'generate/sd3' && form.has('image')) return await encoded(await variedBy(form), type)
  if (path === 'generate/sd3') {
    const [width, height] = GENERATED_SIZES[textOf(form, 'aspect_ratio') || '1:1'] ?? [1024, 1024]
    return await paintedBy(form, width, height, type)
  }
  return await encoded(await editedBy(path, form), type)
}

/** A new picture of the prompt. */
const paintedBy = (form: FormData, width: number, height: number, type: PictureType = 'image/png') =>
  paintPicture({ text: textOf(form, 'prompt'), width, height, type, seed: seedOf(form) })

/** The source with as much of a new picture over it as the strength says. */
async function variedBy(form: FormData): Promise<Sharp> {
  const source = await pictureOf(form, 'image')
  const { width, height } = await source.metadata()
  const painted = await paintedBy(form, width, height)
  const veil = await sharp(painted)
    .removeAlpha()
    .ensureAlpha(Number(form.get('strength')))
    .png()
    .toBuffer()
  return source.composite([{ input: veil }])
}

async function editedBy(path: string, form: FormData): Promise<Sharp> {
  const source = await pictureOf(form, path === 'control/style-transfer' ? 'init_image' : 'image')
  const { width, height } = await source.metadata()
  switch (path) {
    case 'upscale/fast':
      return source.resize(width * ENLARGED, height * ENLARGED, { kernel: 'cubic' })
    case 'control/structure':
      return source.normalise().modulate({ saturation: 1.2 }).sharpen()
    case 'edit/remove-background':
      return source.ensureAlpha().composite([{ input: spotlight(width, height), blend: 'dest-in' }])
    case 'edit/inpaint':
      return source.composite([{ input: await patchOf(form, width, height) }])
    case 'edit/outpaint':
      return source.extend({ ...marginsOf(form), extendWith: 'mirror' })
    case 'control/style-transfer':
      return source.composite([{ input: await manner(form, width, height), blend: 'overlay' }])
    default:
      throw new Error(`No work for ${path}`)
  }
}

/** Stands for the subject when the background is removed: an oval with a soft edge. */
const spotlight = (width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">` +
      '<stop offset="0.9" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>' +
      '<ellipse cx="50%" cy="50%" rx="42%" ry="46%" fill="url(#g)"/></svg>'
  )

/** A picture of the prompt, transparent where the mask is black, to lay over the source. */
async function patchOf(form: FormData, width: number, height: number): Promise<Buffer> {
  const painted = await paintedBy(form, width, height)
  const mask = (await pictureOf(form, 'mask')).flatten({ background: '#000000' }).resize(width, height, { fit: 'fill' })
  const strength = await mask.toColourspace('b-w').raw().toBuffer()
  const alpha = { raw: { width, height, channels: 1 as const } }
  return await sharp(painted).joinChannel(strength, alpha).png().toBuffer()
}

function marginsOf(form: FormData) {
  const edge = (name: string) => Number(form.get(name) ?? 0)
  return { left: edge('left'), right: edge('right'), top: edge('up'), bottom: edge('down') }
}

/** The style image blurred until only its colours are left. */
async function manner(form: FormData, width: number, height: number): Promise<Buffer> {
  const style = (await pictureOf(form, 'style_image')).removeAlpha().resize(width, height, { fit: 'fill' })
  return await style
    .blur(Math.max(2, width / 20))
    .png()
    .toBuffer()
}

/** A file of the form, rotated as its EXIF orientation says. */
async function pictureOf(form: FormData, name: string): Promise<Sharp> {
  const file = form.get(name)
  if (!(file instanceof File)) throw new Error(`${name} is missing`)
  return sharp(
    await sharp(await file.arrayBuffer())
      .rotate()
      .png({ compressionLevel: 0 })
      .toBuffer()
  )
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '')

/** 0 and none mean a random one: here the one of the text. */
const seedOf = (form: FormData) => Number(form.get('seed') ?? 0) || undefined
