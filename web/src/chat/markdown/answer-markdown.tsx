import { memo, useMemo } from 'react'
import Markdown, { type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import type { AnswerSource } from '#contract/answer-sources.ts'
import type { Section } from './answer-sections.ts'
import { CodeBlock } from './code-block.tsx'
import { allowedElements, ClosedBlock, elements } from './elements.tsx'
import { boundedDepth, nestsTooDeep } from './nesting.ts'
import type { Block } from './split-blocks.ts'
import { SourceList } from './source-list.tsx'
import { numbersOf, SourceNumbers } from './source-numbers.ts'
import './markdown.css'

interface AnswerMarkdownProps {
  sections: readonly Section[]
  /** Those that the text links to are drawn as numbers, and listed below it. */
  sources?: readonly AnswerSource[] | undefined
}

const noSources: readonly AnswerSource[] = []

/** The text of an answer. Blocks are only ever appended, so their index is their key. */
export function AnswerMarkdown({ sections, sources = noSources }: AnswerMarkdownProps) {
  const numbers = useMemo(() => numbersOf(sources), [sources])
  return (
    <>
      <SourceNumbers value={numbers}>
        <div className="answer-markdown">
          {sections.map((section, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <SectionBlocks key={index} section={section} />
          ))}
        </div>
      </SourceNumbers>
      {sources.length > 0 && <SourceList sources={sources} />}
    </>
  )
}

const SectionBlocks = memo(({ section }: { section: Section }) =>
  section.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- see above
    <MarkdownBlock key={index} block={block} />
  ))
)

/** One block of an answer. A closed block is drawn only once. */
const MarkdownBlock = memo(
  ({ block }: { block: Block }) =>
    block.kind === 'code' ? (
      <CodeBlock code={block.source} language={block.language} closed={block.closed} />
    ) : nestsTooDeep(block.source) ? (
      <p className="whitespace-pre-wrap">{block.source}</p>
    ) : (
      <ClosedBlock value={block.closed}>
        <Markdown
          remarkPlugins={answerSyntax}
          components={elements}
          allowedElements={allowedElements}
          unwrapDisallowed
          // `elements` checks addresses itself.
          urlTransform={(address) => address}
        >
          {block.closed ? block.source : mendInline(block.source)}
        </Markdown>
      </ClosedBlock>
    ),
  ({ block: before }, { block: after }) =>
    before === after || (before.kind === after.kind && before.source === after.source && before.closed === after.closed)
)

// Markdown constructs whose effect reaches across blocks, or that carry HTML. They are switched off in the tokenizer, so
// they stay the plain text that the model wrote.
const disabled = [
  'htmlFlow',
  'htmlText',
  // A definition elsewhere in the answer could change where a link leads.
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall'
]

function withoutDisabled(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }]
}

/** A single tilde does not strike out text: «~5 минут». */
export const answerSyntax: Options['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  withoutDisabled,
  boundedDepth
]

/**
 * An open block with the emphasis or code that its last line has begun closed, so that the marks are not visible while
 * the words between them arrive.
 */
export function mendInline(source: string): string {
  const line = source.slice(source.lastIndexOf('\n') + 1)
  const prose = line.replaceAll(/\\./g, '').replaceAll(/`[^`]+`/g, '')
  const code = prose.lastIndexOf('`')
  if (code !== -1) return /^`+$/.test(prose.slice(code)) ? source.replace(/`+$/, '') : `${source}\``
  const marks = prose.match(/\*\*/g)?.length ?? 0
  if (marks % 2 === 0) return source
  const begun = source.trimEnd()
  return begun.endsWith('**') ? begun.slice(0, -2) : `${begun.replace(/\*$/, '')}**`
}
