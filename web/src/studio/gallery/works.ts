// The curated public works that the studio's pages show. An operator replaces the pictures and the list: docs/operator.md.
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import list from './works.json' with { type: 'json' }

export interface Work {
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

export const works = list as readonly Work[]

/** The works of a service, in the order of the list. */
export const worksOf = (service: string): readonly Work[] => works.filter((work) => work.service === service)
