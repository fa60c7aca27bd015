// The pictures of the pages: those that the lists name are there, small, and as large as the pages say; each work fits its form.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parametersSchema } from '#contract/catalogue/parameters-schema.ts'
import { findStudioEntry, studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { root } from '#scripts/base/root.ts'
import { placesIn } from '#scripts/gallery/lists.ts'
import { allWorks } from '#scripts/gallery/works.ts'
import type { MadePicture } from '#web/src/base/ui/made-picture.ts'
import { homePictures } from '#web/src/site/home/home-texts.ts'
import samples from '#web/src/studio/gallery/midjourney.json' with { type: 'json' }
import { galleryItems } from '#web/src/studio/gallery/gallery-items.ts'
import { trialOffer } from '../web/trial-offer.ts'

const { folder, lists } = placesIn(root)
const kilobytesMax = 60

test('the lists name each picture that is there, in the size that keeps its room on the page, and no other', async () => {
  const works = allWorks()
  const made = Object.values(lists).flatMap((list) => JSON.parse(readFileSync(list, 'utf8')) as MadePicture[])
  const files = existsSync(folder) ? readdirSync(folder) : []
  expect(files.toSorted()).toEqual(made.map(({ file }) => file).toSorted())
  for (const { file, width, height } of made) {
    expect(works).toContainEqual(expect.objectContaining({ file, width, height }))
    const bytes = readFileSync(join(folder, file))
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: 'webp' })
    expect(bytes.length).toBeLessThan(kilobytesMax * 1000)
  }
})

test('no two cards share a picture', () => {
  const files = allWorks().map(({ file }) => file)
  expect(new Set(files).size).toBe(files.length)
})

test.each(homePictures)('the request for $file fills the form of its tool, whose words it bears', (picture) => {
  const { path, settings, settingLabels } = picture
  expect(trialOffer(picture).settings.join(' · ')).toBe(settingLabels)
  const parsed = parametersSchema(studioEntryOfPath(path)?.parameters ?? []).parse({ ...settings, prompt: 'x' })
  expect(parsed).toMatchObject(settings)
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
