// The models on sale as the call of the prices sends them (contract/catalogue/models.ts): apart, because pages and objects need no schema.
import { z } from 'zod'
import { chatPaths, chatServices } from './catalogue/chat.ts'
import type { ModelChange, ShownModel } from './catalogue/models.ts'

/** What is as usual may be left out. */
export const shownModel = z.object({
  id: z.string(),
  service: z.enum(chatServices),
  page: z.enum(chatPaths),
  isOnPage: z.boolean().default(true),
  name: z.string(),
  description: z.string(),
  priceTokens: z.number().int(),
  basic: z.boolean(),
  referenceLength: z.number().int(),
  offers: z.object({ webSearch: z.boolean(), thinking: z.boolean() }),
  seesPictures: z.boolean().default(true),
  isOnSale: z.boolean().default(true),
  successor: z.string().nullable().default(null),
  upstream: z.object({ model: z.string() })
}) satisfies z.ZodType<ShownModel>

export const modelChange = z.object({
  id: z.string(),
  startsAt: z.number(),
  model: shownModel.nullable()
}) satisfies z.ZodType<ModelChange>

/** As it is sent: what is as usual is left out, because a shop of 200 models is read by every page. */
export function sentModel(model: ShownModel): z.input<typeof shownModel> {
  const { id, service, page, name, description, priceTokens, basic, referenceLength, offers, upstream } = model
  return {
    id,
    service,
    page,
    name,
    description,
    priceTokens,
    basic,
    referenceLength,
    offers,
    ...(!model.isOnPage && { isOnPage: false }),
    ...(!model.seesPictures && { seesPictures: false }),
    ...(!model.isOnSale && { isOnSale: false }),
    ...(model.successor !== null && { successor: model.successor }),
    upstream: { model: upstream.model }
  }
}
