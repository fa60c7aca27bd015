// Every picture that the pages have a place for: what it shows, in which size, and what it is made from.
import { studioEntries, studioEntryOfPath } from '#contract/catalogue/studio.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { homePictures, homePictureSize } from '#web/src/site/home/home-texts.ts'
import { examplePicture, examplesOf } from '#web/src/studio/examples/example-texts.ts'
import { galleryItems } from '#web/src/studio/gallery/gallery-items.ts'

export interface Work {
  /** In `web/public/gallery`. */
  file: string
  /** Of the file, in pixels. */
  width: number
  height: number
  /** The id of the tool on whose page it stands. */
  service: string
  prompt: string
  /** Of the tool's form; null: the prompt alone, in proportions near those of the file. */
  settings: ParameterValues | null
  /** What the pictures show that it is made from, by the file parameter that takes them: they are made first. */
  sources: Readonly<Record<string, string>>
  /** The list of pictures that names it. */
  list: 'home' | 'studio'
}

/** The examples of the tool that works on pictures say what they do, and not what is in the marked area or the sample. */
const inMarkedArea = 'Глиняная ваза с жёлтыми тюльпанами'
const sampleOfStyle = 'Картина маслом в манере импрессионистов: сад у пруда, крупные мазки'

function exampleWork(entry: StudioEntry, index: number): Work[] {
  const example = examplesOf(entry.path)[index]
  const picture = examplePicture(entry, index)
  if (!example || !picture) return []
  const { text, source, settings = null } = example
  const sources = {
    ...(source !== undefined && { image: source }),
    ...(settings?.['tool'] === 'style-transfer' && { styleImage: sampleOfStyle })
  }
  const prompt = settings?.['tool'] === 'inpaint' ? inMarkedArea : text
  return [{ ...picture, service: entry.id, prompt, settings, sources, list: 'studio' }]
}

/** In the order in which they are made and listed. */
export const allWorks = (): readonly Work[] => [
  ...homePictures.map(({ path, file, prompt, settings }): Work => {
    const service = studioEntryOfPath(path)?.id ?? ''
    return { ...homePictureSize, file, prompt, settings, service, sources: {}, list: 'home' }
  }),
  ...galleryItems.map((item): Work => ({ ...item, sources: {}, list: 'studio' })),
  ...studioEntries.flatMap((entry) => examplesOf(entry.path).flatMap((_, index) => exampleWork(entry, index)))
]
