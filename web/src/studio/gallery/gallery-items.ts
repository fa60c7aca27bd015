// The curated public works that the studio's pages show, and the pictures that were made of them and of the examples. An operator
// changes the first list, and `npm run gallery` the second: docs/operator.md.
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { MadePicture } from '../../base/ui/made-picture.ts'
import list from './gallery-items.json' with { type: 'json' }
import pictures from './pictures.json' with { type: 'json' }

export interface GalleryItem {
  /** The id of a service. */
  service: string
  /** A file in `web/public/gallery`, once it was made. */
  file: string
  /** Of the file, in pixels, and so of what its settings make. */
  width: number
  height: number
  prompt: string
  /** The other settings of the form. */
  settings: ParameterValues
}

export const galleryItems = list as readonly GalleryItem[]

/** Of the examples and of the works. */
export const studioPictures: readonly MadePicture[] = pictures

/** The works of a service, in the order of the list. */
export const itemsOf = (service: string): readonly GalleryItem[] =>
  galleryItems.filter((item) => item.service === service)
