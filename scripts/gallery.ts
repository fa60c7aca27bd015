// Makes the pictures of the pages that are missing, with the suppliers whose keys are in the environment: docs/operator.md.
import { setTimeout as pauseFor } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findStudioEntry, studioEntries } from '#contract/catalogue/studio.ts'
import { main } from './base/main.ts'
import { root } from './base/root.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { placesIn } from './gallery/lists.ts'
import { makeGallery } from './gallery/make.ts'
import { drawingSupplier, drawingSuppliers } from './gallery/makers.ts'
import { gallerySettings } from './gallery/settings.ts'

const usage = `npm run gallery -- [--with=<supplier or tool>] [--yes] [<tool> …]

Each tool's pictures are made by its own supplier, when its key is there; --with names one that makes all.
--with     ${drawingSuppliers.join(', ')}, or one of their tools
--yes      makes them; without it only the plan is said
<tool>     ${studioEntries.map(({ id }) => id).join(', ')}; without one, all

Keys and addresses are those of the Worker (docs/environment.md), like OPENAI_API_KEY and OPENAI_BASE_URL.`

/** What the words of the command ask for; null when they are not understood. */
function orderIn(words: string[]) {
  try {
    const options = { with: { type: 'string' }, yes: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
    const all = values.with === undefined ? null : drawingSupplier(values.with)
    const tools = positionals.flatMap((word) => findStudioEntry(word)?.id ?? [])
    const isUnknown = (values.with !== undefined && all === null) || tools.length < positionals.length
    return isUnknown ? null : { all, isAgreed: values.yes ?? false, tools }
  } catch {
    // An option that the command does not have.
    return null
  }
}

await main(async (signal) => {
  const order = orderIn(process.argv.slice(2))
  if (!order) throw new SetupProblem(usage)
  const succeeded = await makeGallery({
    ...order,
    settings: gallerySettings(process.env),
    places: placesIn(root),
    print: (line) => console.log(line),
    signal,
    pause: (duration) => pauseFor(duration, undefined, { signal })
  })
  if (!succeeded) throw new SetupProblem('Not all pictures are there.')
})
