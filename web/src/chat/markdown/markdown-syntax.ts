// What of markdown is understood at all. Constructs whose effect reaches across blocks, or that carry HTML, are
// switched off in the tokenizer, so they stay the plain text that the model wrote.
import type { Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'

const disabled = [
  'htmlFlow',
  'htmlText',
  // A definition far away decides where an innocent-looking link leads.
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall'
]

function withoutDisabled(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }]
}

/** One tilde stays a tilde: «~5 минут» is not struck out. */
export const answerSyntax: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }], withoutDisabled]
