// The sandbox's record of calls that translate a prompt, paint from it or name a chat.
import { env } from 'cloudflare:workers'

const calls = `${new URL(env.OPENAI_BASE_URL).origin}/calls.json`

interface SeenCall {
  provider: string
  path: string
  body: Record<string, unknown>
}

/** Bodies of the calls to a provider, oldest first. */
async function askedOf(provider: string, path: string): Promise<SeenCall['body'][]> {
  const seen: SeenCall[] = await (await fetch(calls)).json()
  const found = seen.filter((call) => call.provider === provider && call.path.endsWith(path))
  return found.map(({ body }) => body).toReversed()
}

export const translationsAsked = () => askedOf('openai', '/responses')
export const titlesAsked = async () =>
  (await askedOf('openai', '/responses')).filter(({ instructions }) => String(instructions).includes('title of a chat'))
export const picturesAsked = () => askedOf('stability', '/generate/sd3')

export const forgetCalls = async (): Promise<void> => void (await fetch(calls, { method: 'DELETE' }))
