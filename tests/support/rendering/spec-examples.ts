import { createRequire } from 'node:module'
import { z } from 'zod'

const specExample = z.object({
  number: z.number(),
  section: z.string(),
  markdown: z.string(),
  /** As CommonMark wants it to be rendered. */
  html: z.string()
})
export type SpecExample = z.infer<typeof specExample>

/** The examples of the CommonMark specification, in which `→` stands for a tab. */
export const specExamples: readonly SpecExample[] = z
  .object({ tests: z.array(specExample) })
  .parse(createRequire(import.meta.url)('commonmark-spec'))
  .tests.map((example) => ({
    ...example,
    markdown: example.markdown.replaceAll('→', '\t'),
    html: example.html.replaceAll('→', '\t')
  }))
