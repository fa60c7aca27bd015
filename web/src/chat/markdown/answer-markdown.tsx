import { memo } from 'react'
import type { Section } from './answer-sections.ts'
import { MarkdownBlock } from './markdown-block.tsx'
import './markdown.css'

/** The text of an answer. Blocks are only ever appended, so their place is their identity. */
export const AnswerMarkdown = ({ sections }: { sections: readonly Section[] }) => (
  <div className="answer-markdown">
    {sections.map((section, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- see above
      <SectionBlocks key={index} section={section} />
    ))}
  </div>
)

const SectionBlocks = memo(({ section }: { section: Section }) =>
  section.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- see above
    <MarkdownBlock key={index} block={block} />
  ))
)
