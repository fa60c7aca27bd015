// A file that a user has attached in a chat, as the API shows it. Apart from the calls, so that a page of a chat loads this alone.
import { z } from 'zod'
import { attachmentKinds, questionLimits } from './catalogue/attachments.ts'

/** A file that is named twice is one. */
export const attachmentIds = z.array(z.string().max(64)).max(questionLimits.files)

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(attachmentKinds),
  /** Media type, detected from the bytes. */
  type: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** `waiting`: its text is being read. A question can only have files that are ready. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Why it failed, for the user. */
  failure: z.string().nullable(),
  /** `surchargeOf` computes the price from this. 0 until the file is ready. */
  inputTokens: z.number(),
  /** A link to the bytes that works for half an hour at least, without a token. */
  url: z.string()
})
export type Attachment = z.infer<typeof attachment>
