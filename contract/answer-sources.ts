// The pages that an answer names as its sources, and how much is kept of what the model thought before it.
import { z } from 'zod'

/** Sources of one answer; a model that names more has the rest left out. */
export const sourcesMax = 30
/** In characters. A longer address is left out, because it would lead elsewhere when it is cut. */
export const sourceUrlLengthMax = 1000
export const sourceTitleLengthMax = 200

/** Characters of thinking that are shown and kept: at most 32 KB of Russian in UTF-8. */
export const thinkingLengthMax = 16_000

/** An http or https address as `URL` writes it, and the page's title: never empty. */
export const answerSource = z.object({ url: z.string(), title: z.string() })
export type AnswerSource = z.infer<typeof answerSource>
