import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'

/** What the player adds to the speed at which the provider spoke; undefined where it adds nothing. */
export function playbackRateOf({ service, parameters }: Pick<Job, 'service' | 'parameters'>): number | undefined {
  const entry = findStudioEntry(service)
  if (entry?.kind !== 'audio') return undefined
  try {
    const { playbackRate } = translated(mediaRouteOf(entry, parameters), parameters)
    return typeof playbackRate === 'number' ? playbackRate : undefined
  } catch {
    // Made with options that the catalogue has dropped since.
    return undefined
  }
}
