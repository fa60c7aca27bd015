// A model as operators define it: what the console sends, and what a row of `model_changes` holds as JSON.
import { z } from 'zod'
import { contextTokensMax, listMicrosMax, routesMax } from './bounds.ts'
import { type ChatPath, chatPaths, type ChatService, chatServices } from '../../catalogue/chat.ts'

const unknownSupplier = 'Такого поставщика нет'

/** Those of the environment that answer in chats, or one that operators have added. */
const chatSupplierId = z.string().regex(/^(?:openai|anthropic|xai|environment|s-[a-z0-9]{12})$/, unknownSupplier)

/** Those of the environment, or one that operators have added. */
export const supplierId = z
  .string()
  .regex(
    /^(?:openai|anthropic|xai|environment|midjourney|bfl|stability|elevenlabs|luma|google|runway|s-[a-z0-9]{12})$/,
    unknownSupplier
  )

/** Of a model on sale; stands in addresses and in the books. */
export const soldModelId = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,58}[a-z0-9])?$/, 'Строчные латинские буквы, цифры, точка и дефис, до 60 знаков')

export const listMicros = z.number().int().min(0).max(listMicrosMax)

const tokenRates = z.object({
  inputMicros: listMicros,
  outputMicros: listMicros,
  cachedInputMicros: listMicros.optional(),
  cacheWriteMicros: listMicros.optional()
})

const listPriceDefinition = tokenRates.extend({
  longInput: tokenRates.extend({ aboveInputTokens: z.number().int().min(1).max(contextTokensMax) }).optional(),
  searchMicros: listMicros
})

/** A model, by its supplier's id. */
export const supplierModel = z
  .string()
  .trim()
  .regex(/^[\w@][\w@./:+-]{0,99}$/, 'Имя модели у поставщика: латинские буквы, цифры и знаки . / : @ + -')

/** Whom to ask for the model. The bound of the output is the model's. */
const routeDefinition = z.object({
  supplier: chatSupplierId,
  model: supplierModel,
  effort: z.enum(['low', 'medium', 'high']).optional(),
  showsThinking: z.boolean(),
  firstWordMs: z.number().int().min(1000).max(300_000),
  listPrice: listPriceDefinition
})

/** The service of a page: chats on `/gpt5` are ChatGPT's. */
export const serviceOfPage: Readonly<Record<ChatPath, ChatService>> = {
  '/chatgpt': 'chatgpt',
  '/claude': 'claude',
  '/xai': 'xai',
  '/gpt5': 'chatgpt'
}

/** A text in one line. */
export const shortLine = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1, 'Заполните поле')
    .max(lengthMax, `До ${lengthMax} знаков`)
    .regex(/^[^\p{Cc}]*$/u, 'Без переносов строк')

export const modelDefinition = z
  .object({
    id: soldModelId,
    service: z.enum(chatServices),
    page: z.enum(chatPaths),
    isOnPage: z.boolean(),
    name: shortLine(60),
    description: shortLine(160),
    priceTokens: z.number().int().min(1).max(10_000),
    basic: z.boolean(),
    /** Characters of a typical complete answer. */
    referenceLength: z.number().int().min(100).max(20_000),
    offers: z.object({ webSearch: z.boolean(), thinking: z.boolean() }),
    seesPictures: z.boolean(),
    takesTools: z.boolean(),
    writesJson: z.boolean(),
    contextTokens: z.number().int().min(1000).max(contextTokensMax).nullable(),
    /** Thinking included. */
    outputTokensMax: z.number().int().min(16).max(200_000),
    isOnSale: z.boolean(),
    successor: soldModelId.nullable(),
    /** In the order in which they are tried; empty: it is not connected, and cannot be asked. */
    routes: z.array(routeDefinition).max(routesMax)
  })
  .superRefine(({ id, service, page, successor, contextTokens, outputTokensMax, routes }, context) => {
    const flaw = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (serviceOfPage[page] !== service) flaw('page', 'Эта страница другого сервиса')
    if (successor === id) flaw('successor', 'Модель не может быть преемником самой себя')
    if (contextTokens !== null && outputTokensMax >= contextTokens)
      flaw('outputTokensMax', 'Ответ не длиннее контекста модели')
    const keys = routes.map(({ supplier, model, effort }) => JSON.stringify([supplier, model, effort]))
    if (new Set(keys).size < keys.length) flaw('routes', 'Один и тот же маршрут назван дважды')
  })
export type ModelDefinition = z.infer<typeof modelDefinition>
export type RouteDefinition = ModelDefinition['routes'][number]

/** Of a usual answer, by which prices and costs are compared. */
export const usualUsage = { inputTokens: 1000, outputTokens: 700 } as const
