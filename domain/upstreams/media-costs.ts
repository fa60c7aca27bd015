// What one job costs upstream, for the margin alone: nothing is charged by it. Micro-dollars, by the provider's model. The
// makers count by pixels and tokens, so these are estimates for the usual settings; a model that is not listed has no known
// cost. Sources: price pages of the makers, for Midjourney those of resellers, November 2026.

const cent = 10_000

const jobMicros: Readonly<Record<string, number>> = {
  'gpt-image-2.5-flare': 5.3 * cent,
  'gpt-image-2.5-sunburst': 5.3 * cent,
  'flux-2-pro': 3 * cent,
  'flux-2-klein-9b': 1.5 * cent,
  'flux-2-klein-4b': 1.4 * cent,
  imagine: 10 * cent
}

/** Null: not known. */
export const mediaMicrosOf = (upstreamModel: string | null): number | null =>
  upstreamModel !== null && Object.hasOwn(jobMicros, upstreamModel) ? (jobMicros[upstreamModel] ?? null) : null
