// Makes the file of one work: asks for what it is made from, then for the picture itself, and cuts it for the page.
import sharp from 'sharp'
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import { ownSizeOf } from '#domain/own-size.ts'
import type { MediaFile, MediaOutput, MediaRequest } from '#providers/media/media.ts'
import { ask, type Asking } from './ask.ts'
import { type Bounds, fetchPicture, Refused } from './fetch-picture.ts'
import { type Order, sourceOrder } from './makers.ts'
import type { Work } from './works.ts'

export interface Drawing extends Asking {
  bounds: Bounds
  /** Pictures that works are made from, by their order: made once in a run, and never published alone. */
  sources: Map<string, Promise<Buffer>>
}

/** The largest that a page loads. */
const bytesMax = 58_000
const qualities = [82, 74, 66, 58, 50, 40, 30]
/** A megapixel, as every supplier takes it. */
const sourceSide = 1024
/** Nothing larger is unpacked. */
const pixelsMax = 100_000_000

/** @throws Refused */
async function decoded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('the picture is broken')
  }
}

/** The first of the four pictures of a sheet, or the whole picture. */
async function oneOf(output: MediaOutput, bytes: Uint8Array): Promise<Buffer> {
  const whole = sharp(bytes, { limitInputPixels: pixelsMax })
  if (output.kind !== 'link' || !output.sheet) return whole.rotate().png().toBuffer()
  const { width, height } = await whole.metadata()
  const quarter = { left: 0, top: 0, width: Math.floor(width / 2), height: Math.floor(height / 2) }
  return whole.extract(quarter).png().toBuffer()
}

/** @returns PNG. @throws Refused, or the signal's reason */
async function picture(order: Order, files: MediaRequest['files'], drawing: Drawing): Promise<Buffer> {
  const output = await ask(order, files, drawing)
  return decoded(oneOf(output, await fetchPicture(output, drawing.bounds, drawing.signal)))
}

function sourceOf(shown: string, provider: MediaProvider, drawing: Drawing): Promise<Buffer> {
  const key = `${provider} ${shown}`
  const known = drawing.sources.get(key)
  if (known) return known
  const order = sourceOrder(shown, provider)
  if (typeof order === 'string') return Promise.reject(new Refused(order))
  const made = picture(order, {}, drawing).then((bytes) =>
    sharp(bytes).resize(sourceSide, sourceSide, { fit: 'inside', withoutEnlargement: true }).png().toBuffer()
  )
  drawing.sources.set(key, made)
  return made
}

const fileOf = (bytes: Uint8Array): MediaFile => ({ bytes: new Uint8Array(bytes), type: 'image/png' })

/** White in the middle, where the supplier draws anew. */
async function maskFor(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const part = {
    width: Math.round(width / 2),
    height: Math.round(height / 2),
    channels: 3,
    background: 'white'
  } as const
  const black = { width, height, channels: 3, background: 'black' } as const
  return sharp({ create: black })
    .composite([{ input: { create: part } }])
    .png()
    .toBuffer()
}

/** The order as it is sent, once the pictures that go along are known. */
async function withFiles(order: Order, files: Record<string, MediaFile>, source: Buffer | undefined) {
  if (!source) return { order, files }
  if (order.hasMask) files['mask'] = fileOf(await maskFor(source))
  if (!order.hasOwnSize) return { order, files }
  const { width, height } = await sharp(source).metadata()
  return { order: { ...order, options: { ...order.options, size: ownSizeOf({ width, height }) } }, files }
}

const cut = (bytes: Buffer, width: number, height: number) =>
  sharp(bytes).resize(width, height, { fit: 'cover', position: 'attention' })

/** What it was and what became of it, side by side. */
async function beforeAndAfter(before: Buffer, after: Buffer, { width, height }: Work) {
  const gap = 4
  const half = (width - gap) / 2
  const [left, right] = await Promise.all([before, after].map((one) => cut(one, half, height).png().toBuffer()))
  const empty = { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  return sharp({ create: empty }).composite([
    { input: left, left: 0, top: 0 },
    { input: right, left: half + gap, top: 0 }
  ])
}

/** As good as fits. @throws Refused */
async function asWebp(work: Work, after: Buffer, before: Buffer | undefined): Promise<Buffer> {
  const whole = before ? await beforeAndAfter(before, after, work) : cut(after, work.width, work.height)
  const pixels = await whole.png().toBuffer()
  for (const quality of qualities) {
    const file = await sharp(pixels).webp({ quality, effort: 6 }).toBuffer()
    if (file.length <= bytesMax) return file
  }
  throw new Refused(`the picture does not fit into ${bytesMax} bytes`)
}

/** @returns WebP of the size that the work has. @throws Refused, or the signal's reason */
export async function draw(work: Work, order: Order, drawing: Drawing): Promise<Buffer> {
  const made: Record<string, Buffer> = {}
  for (const [name, shown] of Object.entries(order.sources)) made[name] = await sourceOf(shown, order.provider, drawing)
  const files = Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, fileOf(bytes)]))
  const [source] = Object.values(made)
  const ready = await withFiles(order, files, source)
  const after = await picture(ready.order, ready.files, drawing)
  return decoded(asWebp(work, after, source))
}
