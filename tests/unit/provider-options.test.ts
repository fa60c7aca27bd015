// Every setting that a page offers must be accepted by its provider's adapter. Otherwise a setting would be lost
// between catalogue and provider, or a job would fail for a reason the user cannot know.
import { describe, expect, test } from 'vitest'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { studioEntries } from '#contract/catalogue/studio.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'
import type { MediaFile } from '#providers/media/media.ts'
import { fillings } from '../support/form-fillings.ts'
import { errorOf } from '../support/node/fake-upstream.ts'
import { mediaRequestOf, accountAt, neverAborted, replying, settled } from '../support/node/media-upstream.ts'

const fillingsOf = (entry: StudioEntry) =>
  fillings(
    entry,
    ({ requiredText }) => (requiredText === undefined ? ['', 'туман'] : ['маяк']),
    ({ name }) => name
  )

function filesOf({ parameters }: StudioEntry, values: ParameterValues): Record<string, MediaFile> {
  const files: Record<string, MediaFile> = {}
  for (const { kind, name } of parameters) {
    if (!['image', 'mask', 'video'].includes(kind) || values[name] === undefined) continue
    files[name] = { bytes: new Uint8Array([1]), type: kind === 'video' ? 'video/mp4' : 'image/png' }
  }
  return files
}

async function startWith(entry: StudioEntry, values: ParameterValues) {
  const route = mediaRouteOf(entry, values)
  const files = filesOf(entry, values)
  const words = Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(files, name)))
  const { send, sent } = replying(() => errorOf(400, '{}'))
  const provider = mediaProviderOf(route.provider, accountAt(route.provider), { send })
  const request = mediaRequestOf(route.model, translated(route, words), files)
  return { outcome: await settled(provider.start(request, neverAborted)), sent }
}

describe.each(studioEntries.map((entry) => [entry.id, entry] as const))('%s', (_, entry) => {
  test('every two form values reach the provider together, and its refusal ends the job as rejected', async () => {
    for (const values of fillingsOf(entry)) {
      const { outcome, sent } = await startWith(entry, values)
      expect({ values, outcome }).toEqual({ values, outcome: { state: 'failed', reason: 'rejected', code: null } })
      expect(sent.length).toBeGreaterThan(0)
    }
  })
})
