// The pictures of the gallery: each is there, small, and as large as the pages say; each work fits the form of its page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { galleryPictures } from '#scripts/gallery.ts'
import { root } from '#scripts/base/root.ts'
import samples from '#web/src/studio/gallery/midjourney.json' with { type: 'json' }
import { galleryItems } from '#web/src/studio/gallery/gallery-items.ts'

const folder = join(root, 'web/public/gallery')
const kilobytesMax = 60

test.each(galleryPictures())('$file is there, in the size that keeps its room on the page', async (wanted) => {
  const bytes = readFileSync(join(folder, wanted.file))
  const { width, height, format } = await sharp(bytes).metadata()
  expect({ width, height, format }).toEqual({ width: wanted.width, height: wanted.height, format: 'webp' })
  expect(bytes.length).toBeLessThan(kilobytesMax * 1000)
})

test('no page shows one picture twice, and no file is left over', () => {
  const files = galleryPictures().map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
  expect(readdirSync(folder).toSorted()).toEqual(files.toSorted())
})

test.each(galleryItems)('the work $file fills the form of its page as it was made', ({ service, prompt, settings }) => {
  const entry = findStudioEntry(service)
  const parsed = parametersSchema(entry?.parameters ?? []).parse({ ...settings, prompt })
  expect(parsed).toMatchObject({ ...settings, prompt })
  const ratio = /^(\d+)[:x](\d+)$/.exec(String(settings['aspectRatio'] ?? settings['size'] ?? ''))
  const { width = 0, height = 0 } = galleryItems.find((item) => item.prompt === prompt) ?? {}
  if (ratio) expect(Math.abs(width / height - Number(ratio[1]) / Number(ratio[2]))).toBeLessThan(0.01)
})

test.each(samples)('the picture $file of Midjourney is there, and fills its form', async (sample) => {
  const { file, width, height, prompt, aspectRatio } = sample
  const found = await sharp(readFileSync(join(root, 'web/public/samples/midjourney', file))).metadata()
  expect({ width: found.width, height: found.height }).toEqual({ width, height })
  const settings = { prompt, aspectRatio, quality: 'standard' }
  expect(parametersSchema(findStudioEntry('midjourney')?.parameters ?? []).parse(settings)).toMatchObject(settings)
})
