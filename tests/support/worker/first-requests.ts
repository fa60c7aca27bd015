// The first requests of a runtime, which put together what the Worker keeps from then on: its rooms (worker/app.ts), the adapters of chats
// (providers/chat/chat-providers.ts) and metering (durable-objects/metering/late-metering.ts). Each asks the test runner for a module, and the runner gives requests that ask at once one promise, whose
// answer belongs to the first of them: «Cannot perform I/O on behalf of a different request».
import { env, exports } from 'cloudflare:workers'
import { chatDialects } from '#contract/chat-dialects.ts'
import { loadAskForMemory } from '#durable-objects/answer/late-memory-offer.ts'
import { loadProposals } from '#durable-objects/answer/late-proposals.ts'
import { loadMetering } from '#durable-objects/metering/late-metering.ts'
import { loadProjectReader } from '#durable-objects/user/late-project.ts'
import { loadUpkeep } from '#durable-objects/user/late-upkeep.ts'
import { loadChatWorks } from '#durable-objects/user/late-works.ts'
import { chatProviderOf } from '#providers/chat/chat-providers.ts'
import { loadRegisterGate } from '#worker/http/late-register-gate.ts'
import { loadChatPlaces } from '#worker/jobs/late-chat-place.ts'
import { loadMarking } from '#queues/steps/late-mark.ts'
import { rooms } from '#worker/rooms.ts'

async function openRoom(path: string): Promise<void> {
  const { status } = await exports.default.fetch(
    new Request(`${env.SITE_ORIGIN}/api${path.replaceAll('*', 'none')}-none`)
  )
  if (status >= 500) throw new Error(`The room of ${path} cannot be opened: ${status}`)
}

const refuse = () => Promise.resolve(new Response(null, { status: 400 }))

/** Each adapter is loaded with its first order, which nothing answers here. */
async function loadAdapter(dialect: (typeof chatDialects)[number]): Promise<void> {
  const connection = { supplier: 'none', dialect, baseUrl: 'https://none.invalid', apiKey: 'none' }
  const turns = [{ role: 'user' as const, text: 'none' }]
  const stream = chatProviderOf(connection, { send: refuse }).stream(
    { model: 'none', turns, outputTokensMax: 16, userTag: 'none' },
    new AbortController().signal
  )
  await stream[Symbol.asyncIterator]()
    .next()
    .catch(() => undefined)
}

let areMade = false

/** One request at a time, before the first file of a runtime: later ones find everything there. */
export async function makeFirstRequests(): Promise<void> {
  if (areMade) return
  for (const { paths } of rooms) await openRoom(paths[0] ?? '')
  for (const dialect of chatDialects) await loadAdapter(dialect)
  // Of 25 first calls of a user's object at once, 24 failed otherwise.
  await loadMetering()
  await loadChatWorks()
  await loadUpkeep()
  await loadAskForMemory()
  await loadProposals()
  await loadProjectReader()
  await loadChatPlaces()
  await loadMarking()
  await loadRegisterGate()
  areMade = true
}
