// A draft that goes along from one page to the chat page that opens next, and which may be too long for an address.
import { z } from 'zod'
import { attachment } from '#contract/attached-file.ts'
import { roleOfConversation } from '#contract/roles.ts'

const handedOver = z
  .object({
    prompt: z.string(),
    model: z.string(),
    files: z.array(attachment),
    role: roleOfConversation.nullable()
  })
  .partial()
  .catch({})

export type HandedOver = Required<z.output<typeof handedOver>>

/** @param state of the location; what is in it for something else is left out */
export const handedOverIn = (state: unknown) => handedOver.parse(state ?? {})

/** Whether files went along that this page cannot read: the question is not to be sent without them. */
export const lacksFiles = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'files' in state && handedOverIn(state).files === undefined
