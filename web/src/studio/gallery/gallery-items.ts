// The curated public pictures that the studio's pages show. An operator replaces the pictures and the list: docs/operator.md.
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import list from './gallery-items.json' with { type: 'json' }

export interface GalleryItem {
  /** The id of a service. */
  service: string
  /** A file in `web/public/gallery`. */
  file: string
  /** Of the file, in pixels. */
  width: number
  height: number
  prompt: string
  /** The other settings of the form. */
  settings: ParameterValues
}

export const galleryItems = list as readonly GalleryItem[]

/** The pictures of a service, in the order of the list. */
export const itemsOf = (service: string): readonly GalleryItem[] =>
  galleryItems.filter((item) => item.service === service)
