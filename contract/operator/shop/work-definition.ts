// Who makes the works of a tool as operators define it: what the console sends, and what a row of `model_changes` holds as JSON.
import { z } from 'zod'
import { voices } from '../../catalogue/voices.ts'
import { suppliesMax } from './bounds.ts'
import { supplierId, supplierModel } from './definition.ts'

/** A model of a maker in the tools: `bfl flux-2-pro`. */
export const workKey = z.string().regex(/^[a-z]{2,20} [\w./-]{1,60}$/, 'Такой работы нет')

const priceText = 'Цена работы: от 0 до 100 долларов'

/** As the supplier calls it. */
const foreignVoice = z
  .string()
  .trim()
  .regex(/^[\w.:-]{1,60}$/, 'Голос: латинские буквы, цифры и знаки . : _ -')

const ourVoices = voices.map(({ value }) => value)

const supply = z.object({
  supplier: supplierId,
  model: supplierModel,
  /** Its voice by ours, for speech by a supplier that has others. */
  voices: z
    .record(z.string(), foreignVoice)
    .refine((found) => Object.keys(found).every((voice) => ourVoices.includes(voice)), 'Такого голоса у нас нет')
    .optional(),
  /** What one work costs there: micro-dollars, up to $100. */
  costMicros: z.number(priceText).int(priceText).min(0, priceText).max(100_000_000, priceText).optional()
})

export const workDefinition = z.object({
  /** In the order in which they are asked. */
  supplies: z
    .array(supply)
    .min(1, 'Назовите хотя бы одного поставщика')
    .max(suppliesMax, `Не больше ${suppliesMax}`)
    .refine(
      (found) => new Set(found.map((one) => JSON.stringify([one.supplier, one.model]))).size === found.length,
      'Один и тот же поставщик с той же моделью назван дважды'
    )
})
export type WorkDefinition = z.infer<typeof workDefinition>
export type SupplyDefinition = WorkDefinition['supplies'][number]
