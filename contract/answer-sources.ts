// The pages that an answer names as its sources, and how much of the model's thinking is kept.
import { z } from 'zod'

/** An http or https address as `URL` writes it, and the page's title: never empty. */
export const answerSource = z.object({ url: z.string(), title: z.string() })
export type AnswerSource = z.infer<typeof answerSource>
