import { tests } from 'commonmark-spec'
import { z } from 'zod'

const specExample = z.object({
  number: z.number(),
  markdown: z.string(),
  /** As CommonMark wants it to be rendered. */
  html: z.string()
})

/** The examples of the CommonMark specification, in which `→` stands for a tab. */
export const specExamples: readonly z.infer<typeof specExample>[] = z
  .array(specExample)
  .parse(tests)
  .map(({ number, markdown, html }) => ({
    number,
    markdown: markdown.replaceAll('→', '\t'),
    html: html.replaceAll('→', '\t')
  }))
