// What each form says in its own words, as the adapters of suppliers take it.
import type { SentFunction, SentSchemaFormat } from '#contract/v1/call-fields.ts'
import type { ChatFormat, ChatRequest, ChatTool } from '#providers/chat/provider.ts'
import { textAt } from '#providers/http/fields.ts'

/** A text, or those of its parts: of an answer that was refused, its words. */
export const textOf = (content: string | readonly object[]): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((part) => textAt(part, 'text') ?? textAt(part, 'refusal') ?? []).join('\n')

/** A function without parameters takes an empty object. */
export const toolOf = ({ name, description, parameters, strict }: SentFunction): ChatTool => ({
  name,
  ...(description && { description }),
  parameters: parameters ?? { type: 'object', properties: {} },
  ...(typeof strict === 'boolean' && { strict })
})

export const schemaFormatOf = ({ name, schema, strict }: SentSchemaFormat): ChatFormat => ({
  kind: 'schema',
  name,
  schema,
  ...(typeof strict === 'boolean' && { strict })
})

type Sampling = NonNullable<ChatRequest['sampling']>

/** Those that are numbers. */
export function samplingOf(named: { [Name in keyof Sampling]: number | null | undefined }): Pick<
  ChatRequest,
  'sampling'
> {
  const given = Object.entries(named).filter(([, value]) => typeof value === 'number')
  return given.length === 0 ? {} : { sampling: Object.fromEntries(given) as Sampling }
}
