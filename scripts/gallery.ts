// Makes the pictures of the gallery that are missing, with the stand-in of an image service: `npm run gallery`. A picture
// that exists stays, so that an operator's own pictures are safe; docs/operator.md says how to replace them.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { studioEntries } from '#contract/catalogue/studio.ts'
import { createSandbox } from '#sandbox/app.ts'
import { homePictures } from '#web/src/site/home/home-texts.ts'
import { examplePicture, examplesOf } from '#web/src/studio/examples/example-texts.ts'
import { galleryItems } from '#web/src/studio/gallery/gallery-items.ts'
import { root } from './base/root.ts'

const folder = join(root, 'web/public/gallery')

interface Wanted {
  file: string
  width: number
  height: number
  prompt: string
}

/** Every picture that the pages show. */
export const galleryPictures = (): Wanted[] => [
  ...galleryItems,
  ...homePictures,
  ...studioEntries.flatMap((entry) =>
    examplesOf(entry.path).flatMap(({ text }, index) => {
      const picture = examplePicture(entry, index)
      return picture ? [{ ...picture, prompt: text }] : []
    })
  )
]

/** The sandbox writes the prompt across the foot of its pictures: only the part above it is used. */
const drawn = { width: 1024, height: 1536, clearPx: 970 }

async function draw(fetch: ReturnType<typeof createSandbox>['fetch'], prompt: string): Promise<Buffer> {
  const response = await fetch(
    new Request('http://sandbox/openai/v1/images/generations', {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-image-2.5-flare', prompt, size: `${drawn.width}x${drawn.height}` })
    })
  )
  const { data } = (await response.json()) as { data?: { b64_json: string }[] }
  const [picture] = data ?? []
  if (!picture) throw new Error(`The stand-in drew nothing: ${response.status}`)
  return Buffer.from(picture.b64_json, 'base64')
}

/** @returns WebP */
async function cut(picture: Buffer, { width, height }: Wanted): Promise<Buffer> {
  const tall = Math.min(drawn.clearPx, Math.round((drawn.width * height) / width))
  const wide = Math.min(drawn.width, Math.round((tall * width) / height))
  const region = {
    left: Math.floor((drawn.width - wide) / 2),
    top: drawn.clearPx - tall,
    width: wide,
    height: tall
  }
  return await sharp(picture).extract(region).resize(width, height).webp({ quality: 62, effort: 6 }).toBuffer()
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  const { fetch } = createSandbox({ speed: 1_000_000 })
  for (const wanted of galleryPictures()) {
    const path = join(folder, wanted.file)
    if (existsSync(path)) continue
    writeFileSync(path, await cut(await draw(fetch, wanted.prompt), wanted))
    console.log(wanted.file)
  }
}
