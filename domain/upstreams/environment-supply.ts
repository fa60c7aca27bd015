// The one supplier of answers that the environment can give besides the makers' own keys: a reseller, or a model on this machine.
import { z } from 'zod'
import type { TextProvider } from '#contract/catalogue/chat.ts'
import { chatModels } from '#contract/catalogue/chat-models.ts'
import { isUpstreamModel, type ListPrice, listPriceOf, upstreamPriceOf } from './list-prices.ts'

/** Its id as a supplier. */
export const environmentSupplier = 'environment'

/** In `CHAT_SUPPLIER_MODELS`: all of our models that have no route of their own. */
const allOthers = '*'

export interface SuppliedModel {
  /** By the supplier's id. */
  model: string
  listPrice: ListPrice
  /** Whether it takes an effort and can be asked to show its thinking. */
  thinks: boolean
}

/** What the environment supplies. */
export interface ChatSupply {
  /** The makers whose own keys are set. */
  makers: ReadonlySet<TextProvider>
  /** By our id of the model, or `*`. */
  models: Readonly<Record<string, SuppliedModel>>
}

/** Dollars per million tokens; no model costs more than $1,000. */
const dollars = z.number().min(0).max(1000)

const entry = z.union([
  z.string().min(1).max(100),
  z.strictObject({ model: z.string().min(1).max(100), input: dollars, output: dollars })
])

const microsOf = (usd: number) => Math.round(usd * 1_000_000)

/** One search of the web, where a supplier does not tell: what the dearest makers ask. */
const searchMicros = 10_000

/** A reseller's name of a maker's model ends with the maker's: `openai/gpt-6-luna`. */
const ownName = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

/** Null: its list price is not known, and must be given. */
function suppliedModel(given: z.infer<typeof entry>): SuppliedModel | null {
  const model = typeof given === 'string' ? given : given.model
  const name = ownName(model)
  const thinks = isUpstreamModel(name) && upstreamPriceOf(name).takesEffort
  if (typeof given === 'string') return isUpstreamModel(name) ? { model, listPrice: listPriceOf(name), thinks } : null
  const { input, output } = given
  return { model, listPrice: { inputMicros: microsOf(input), outputMicros: microsOf(output), searchMicros }, thinks }
}

const isOurs = (id: string): boolean => id === allOthers || chatModels.some((model) => model.id === id)

const form =
  'must be a JSON object of model ids, like {"gpt-4o":"openai/gpt-6-luna"} or, with dollars per million tokens, {"*":{"model":"deepseek-chat","input":0.3,"output":1.1}}'

/** The setting `CHAT_SUPPLIER_MODELS`. A model whose price is not known is refused: an unknown price must never count as 0. */
export const suppliedModels = z
  .string()
  .transform((text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  })
  .pipe(z.record(z.string(), entry, form))
  .transform((given, context) => {
    const models: Record<string, SuppliedModel> = {}
    for (const [id, one] of Object.entries(given)) {
      const supplied = suppliedModel(one)
      if (!isOurs(id)) context.addIssue({ code: 'custom', message: `there is no chat model ${id}` })
      if (supplied) models[id] = supplied
      else
        context.addIssue({
          code: 'custom',
          message: `the list price of ${typeof one === 'string' ? one : one.model} is not known: give it as {"model":…,"input":…,"output":…}`
        })
    }
    return models
  })

/** The model of the supply that answers for one of ours; undefined: none does. */
export const suppliedFor = (
  { makers, models }: ChatSupply,
  { id, maker }: { id: string; maker: TextProvider | undefined }
): SuppliedModel | undefined => models[id] ?? (maker && makers.has(maker) ? undefined : models[allOthers])
