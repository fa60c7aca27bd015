import { memo } from 'react'
import Markdown from 'react-markdown'
import { CodeBlock } from './code-block.tsx'
import { allowedElements, ClosedBlock, elements } from './elements.tsx'
import { answerSyntax } from './markdown-syntax.ts'
import { mendInline } from './mend-inline.ts'
import type { Block } from './split-blocks.ts'

/** One block of an answer. A closed block is drawn once. */
export const MarkdownBlock = memo(
  ({ block }: { block: Block }) =>
    block.kind === 'code' ? (
      <CodeBlock code={block.source} language={block.language} closed={block.closed} />
    ) : (
      <ClosedBlock value={block.closed}>
        <Markdown
          remarkPlugins={answerSyntax}
          components={elements}
          allowedElements={allowedElements}
          unwrapDisallowed
          // Addresses are judged where they are drawn.
          urlTransform={(address) => address}
        >
          {block.closed ? block.source : mendInline(block.source)}
        </Markdown>
      </ClosedBlock>
    ),
  ({ block: before }, { block: after }) =>
    before === after || (before.kind === after.kind && before.source === after.source && before.closed === after.closed)
)
