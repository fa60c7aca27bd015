import { memo, use, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import Markdown, { type Options } from 'react-markdown'
import 'katex/dist/katex.css?fonts'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { AnswerSource } from '#contract/answer-sources.ts'
import { nextTask } from '../../base/page/next-task.ts'
import { isTranslated } from '../../base/page/translated.ts'
import type { Section } from './answer-sections.ts'
import { citedSites } from './cited-sites.ts'
import { CodeBlock } from './code-block.tsx'
import { allowedElements, ClosedBlock, elements } from './elements.tsx'
import { GrowingAnswer } from './formula.tsx'
import { FootnotesOfAnswer, namesOfFootnotes } from './footnotes.tsx'
import { DrawnAtOnce, Late, OnPaper } from './late.tsx'
import { maskFormulas } from './formula-source.ts'
import { formulaSyntax } from './formula-syntax.ts'
import { begunLineBreak, lineBreaks } from './line-break-tag.ts'
import { looseEmphasis } from './loose-emphasis.ts'
import { boundedDepth, nestsTooDeep } from './nesting.ts'
import type { Block } from './split-blocks.ts'
import { SourceList } from './source-list.tsx'
import { numbersOf, SourceNumbers } from './source-numbers.ts'
import './markdown.css'
import './table.css'
import './code.css'

interface AnswerMarkdownProps {
  sections: readonly Section[]
  /** It is being written. */
  grows?: boolean
  /** Those that the text links to are drawn as numbers, and listed below it. */
  sources?: readonly AnswerSource[] | undefined
}

const noSources: readonly AnswerSource[] = []

/** The end of an answer is drawn at once, as far as so many characters reach, which fill a window. */
const windowLength = 1500

function firstAtOnce(sections: readonly Section[]): number {
  let from = sections.length
  for (let length = 0; from > 0 && length < windowLength;) {
    from -= 1
    length += sections[from]!.reduce((sum, { source }) => sum + source.length, 0)
  }
  return from
}

/** The text of an answer. Sections and blocks are only ever appended, so their index is their key. */
export function AnswerMarkdown({ sections, grows = false, sources = noSources }: AnswerMarkdownProps) {
  const numbers = useMemo(() => numbersOf(sources), [sources])
  const [all, setAll] = useState(false)
  // Also after its end: nothing of it is drawn anew.
  const [grew] = useState(grows)
  const onPaper = use(OnPaper)
  const atOnce = firstAtOnce(sections)
  const names = namesOfFootnotes(sections)
  const footnotes = useMemo(() => ({ names, go: goTo(() => setAll(true)) }), [names])
  return (
    <>
      <SourceNumbers value={numbers}>
        <div className="answer-markdown">
          <FootnotesOfAnswer value={footnotes}>
            <DrawnAtOnce value={all || onPaper}>
              <GrowingAnswer value={grew}>
                {sections.map((section, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- see above
                  <AnswerSection key={index} section={section} isLate={index < atOnce} />
                ))}
              </GrowingAnswer>
            </DrawnAtOnce>
          </FootnotesOfAnswer>
        </div>
      </SourceNumbers>
      {sources.length > 0 && <SourceList sources={sources} />}
    </>
  )
}

const goTo = (drawAll: () => void) => (from: Element, selector: string) => {
  const answer = from.closest('.answer-markdown')
  if (!answer?.querySelector(selector)) flushSync(drawAll)
  const target = answer?.querySelector<HTMLElement>(selector)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}

interface SectionProps {
  section: Section
  isLate: boolean
}

const AnswerSection = memo(
  ({ section, isLate }: SectionProps) => (
    <Late className="answer-section" atOnce={!isLate} text={() => section.map(({ source }) => source).join('\n')}>
      {() => (
        <>
          {section.map((block, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <MarkdownBlock key={index} block={block} apart={!block.closed && isTranslated()} />
          ))}
        </>
      )}
    </Late>
  ),
  // Whether it may be late is asked only once, when it comes.
  (before, after) => before.section === after.section
)

const samples = ['Слова', '**Важные** и [ссылка](https://example.com)', '- `пункт`', '|а|б|\n|-|-|\n|1|2|']

/**
 * Makes the first words cheaper: a browser compiles code when it first runs, which is several short tasks here and would be one long
 * task there. Nothing is drawn.
 */
export async function prepareMarkdown(): Promise<void> {
  for (const children of samples) {
    await nextTask()
    Markdown({ remarkPlugins: answerSyntax, components: elements, children })
  }
}

/** One block of an answer. A closed block is drawn only once. */
const MarkdownBlock = memo(
  ({ block, apart }: { block: Block; apart: boolean }) =>
    apart ? (
      // Its texts still change. What is complete comes anew, and then a translator takes it.
      <div translate="no" className="contents">
        <MarkdownBlock block={block} apart={false} />
      </div>
    ) : block.kind === 'code' ? (
      <CodeBlock code={block.source} language={block.language} closed={block.closed} />
    ) : nestsTooDeep(block.source) ? (
      <p className="whitespace-pre-wrap" dir="auto">
        {block.source}
      </p>
    ) : (
      <ClosedBlock value={block.closed}>
        <Markdown
          remarkPlugins={block.closed ? answerSyntax : growingSyntax()}
          components={elements}
          allowedElements={allowedElements}
          unwrapDisallowed
          // `elements` checks addresses itself.
          urlTransform={(address) => address}
        >
          {drawnSource(block)}
        </Markdown>
      </ClosedBlock>
    ),
  ({ block: before, ...first }, { block: after, ...then }) =>
    first.apart === then.apart &&
    (before === after ||
      (before.kind === after.kind && before.source === after.source && before.closed === after.closed))
)

const closedFormulas = formulaSyntax({ grows: false })
const growingFormulas = formulaSyntax({ grows: true })

export const answerSyntax: NonNullable<Options['remarkPlugins']> = [
  githubSyntax,
  lineBreaks,
  looseEmphasis,
  closedFormulas,
  boundedDepth,
  citedSites
]

/** The same for a block that still grows. */
const growingSyntax = () => answerSyntax.map((plugin) => (plugin === closedFormulas ? growingFormulas : plugin))

/** The markdown of a block as it is drawn, and written into files: without marks that nothing closes. */
export const drawnSource = ({ source, closed, isCut }: Block): string =>
  isCut ? mendInline(source.trimEnd()) : closed ? source : mendInline(source)

/**
 * An open block, or the last one of an answer without an end, with the emphasis or code that its last line has begun closed, so that the marks are not visible while
 * the words between them arrive; and without a tag that has just begun.
 */
export function mendInline(source: string): string {
  const { text, formulas } = maskFormulas(source, true)
  const last = formulas.at(-1)
  if (!last || last.closed) return mendLine(source, text)
  // The marks stand before an open formula, to which all that follows belongs.
  const before = source.slice(0, -last.source.length)
  const space = before.slice(before.trimEnd().length)
  const mended = mendLine(before, text.slice(0, before.length))
  if (mended === `${before}\``) return `${source}\``
  return (mended === before || space === '' ? mended : mended.trimEnd() + space) + last.source
}

const begunAddress = /(!?\[)([^[\]\n]+)\]\([^\s()<>]*$/
/** What may become a formula has no links. An amount of dollars begins with a digit. */
const begunDollars = /\$[^\s\d]/

/** Of a link whose address has not come whole yet, its words are drawn. @param prose the last line, without what is written like a link */
function withoutBegun(source: string, prose: string): string {
  const [begun, sign, words] = begunAddress.exec(prose) ?? []
  if (!begun || !sign || !words || begunDollars.test(prose.slice(0, -begun.length)))
    return source.replace(begunLineBreak, '')
  const from = source.length - begun.length
  return source.slice(0, from) + source.slice(from + sign.length).slice(0, words.length)
}

/** @param text the same, with masks over its formulas */
function mendLine(source: string, text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  const prose = line.replaceAll(/\\.|`[^`]+`/g, (found) => 'x'.repeat(found.length))
  const code = prose.lastIndexOf('`')
  if (code !== -1) return /^`+$/.test(prose.slice(code)) ? source.replace(/(?<!`)`+$/, '') : `${source}\``
  const begun = withoutBegun(source, prose)
  const marks = prose.match(/\*\*/g)?.length ?? 0
  if (marks % 2 === 0) return begun
  const words = begun.trimEnd()
  return words.endsWith('**') ? words.slice(0, -2) : `${words.replace(/\*$/, '')}**`
}

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

// Made once: every block of an answer asks for them each time that it is drawn. A single tilde does not strike out text: «~5 минут».
const tokens = [gfm({ singleTilde: false }), { disable: { null: disabled } }]
const nodes = gfmFromMarkdown()

/**
 * Tables, tasks, struck words and addresses as on GitHub. The plugin that has all of this as one piece brings what writes
 * Markdown as well, which no page needs.
 */
function githubSyntax(this: { data: () => object }) {
  const data: { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...tokens]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodes]
}
