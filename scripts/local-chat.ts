// `CHAT=URL|KEY|MODEL npm start`: all chats are answered by one real supplier, or by a model on this machine; the sandbox plays the rest.
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { isUpstreamModel } from '#domain/upstreams/list-prices.ts'
import { isLoopback } from '#domain/production-settings.ts'
import { SetupProblem } from './base/setup-problem.ts'

export interface LocalChat {
  variables: Record<string, string>
  secrets: Record<string, string>
}

const usage = `CHAT must be URL|KEY|MODEL, with the price in dollars per million tokens where it is not known:
  CHAT='https://openrouter.ai/api/v1|sk-or-…|openai/gpt-4o-mini|0.15/0.60' npm start
  CHAT='http://localhost:11434/v1||llama3.2' npm start`

/** A model on this machine costs nothing; of any other one a price that is not given must be known. */
function priceOf(given: string | undefined, model: string, url: URL): { input: number; output: number } | null {
  if (given === undefined) {
    if (isLoopback(url.hostname)) return { input: 0, output: 0 }
    if (isUpstreamModel(model.slice(model.lastIndexOf('/') + 1))) return null
    throw new SetupProblem(`CHAT: the price of ${model} is not known.\n${usage}`)
  }
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(given) ?? []
  if (input === undefined || output === undefined) throw new SetupProblem(usage)
  return { input: Number(input), output: Number(output) }
}

/** The settings that make this supplier the first for every model. @throws SetupProblem */
export function localChat(text: string | undefined): LocalChat {
  if (!text) return { variables: {}, secrets: {} }
  const [address = '', key = '', model = '', price, ...rest] = text.split('|').map((part) => part.trim())
  const url = URL.parse(address)
  if (!url || model === '' || rest.length > 0) throw new SetupProblem(usage)
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new SetupProblem('CHAT: a key is sent to https addresses, and to this machine.')
  if (/[^\x21-\x7e]/.test(key))
    throw new SetupProblem('CHAT: the key has characters that no key has. Copy it whole, without dots in its place.')
  const cost = priceOf(price, model, url)
  const supplied = cost ? { model, ...cost } : model
  return {
    variables: {
      CHAT_SUPPLIER_URL: address.endsWith('/') ? address.slice(0, -1) : address,
      CHAT_SUPPLIER_MODELS: JSON.stringify(Object.fromEntries(chatModels.map(({ id }) => [id, supplied])))
    },
    secrets: { CHAT_SUPPLIER_KEY: key }
  }
}
