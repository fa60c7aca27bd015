// All image, video and voice pages, for the server and for the studio page. The menu has `menu.ts`.
import type { StudioEntry } from './entry.ts'
import { gptImageEdit, stability } from './image-processing.ts'
import { dalle, flux, midjourney } from './image.ts'
import { runway } from './runway.ts'
import { stableDiffusion } from './stable-diffusion.ts'
import { luma, veo3 } from './video.ts'
import { elevenlabs } from './voice.ts'

export const studioEntries: readonly StudioEntry[] = [
  dalle,
  midjourney,
  flux,
  stableDiffusion,
  gptImageEdit,
  stability,
  elevenlabs,
  luma,
  veo3,
  runway
]

const spellings: Readonly<Record<string, string>> = { 'dall-e-3': 'dalle', runway: 'runwayml' }

/** Finds an entry by service id, in all spellings that clients use. */
export function findStudioEntry(service: string): StudioEntry | undefined {
  const id = Object.hasOwn(spellings, service) ? spellings[service] : service
  return studioEntries.find((entry) => entry.id === id)
}

/** Finds an entry by the path of its page or one of its aliases. */
export const studioEntryOfPath = (path: string): StudioEntry | undefined =>
  studioEntries.find((entry) => entry.path === path || entry.aliases.some((alias) => alias === path))
