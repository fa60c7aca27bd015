// Tables, tasks, struck words and addresses as on GitHub. The plugin that has all of this as one piece brings what writes Markdown
// as well, which no page needs.
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

// Constructs whose effect reaches across blocks, or that carry HTML. They are switched off in the tokenizer, so they stay the
// plain text that the model wrote.
const disabled = [
  'htmlFlow',
  'htmlText',
  // A definition elsewhere in the answer could change where a link leads.
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall'
]

function readAsOnGithub(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data()
  // A single tilde does not strike out text: «~5 минут».
  const extensions = [gfm({ singleTilde: false }), { disable: { null: disabled } }]
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...extensions]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()]
}

export const githubSyntax = readAsOnGithub
