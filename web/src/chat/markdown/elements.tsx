// How the elements of an answer are drawn. Only elements and properties named here reach the page; the rest are dropped.
import { parsedUrl } from '#contract/parsed-url.ts'
import { createContext, use, type ReactNode } from 'react'
import type { Components } from 'react-markdown'
import { SourceNumbers } from './source-numbers.ts'
import { CodeBlock } from './code-block.tsx'
import { Footnote, FootnoteMark } from './footnotes.tsx'
import { Formula } from './formula.tsx'

interface Children {
  children?: ReactNode
}

/** Whether the block being drawn is final. */
export const ClosedBlock = createContext(true)
const InsideLink = createContext(false)

/** Whether what is drawn lies in a list, a quote or a table, which has one direction for all of it. */
const InsideBlock = createContext(false)
/** Each block has the direction of its own text: Arabic and Hebrew go from right to left. */
const useDirection = (): 'auto' | undefined => (use(InsideBlock) ? undefined : 'auto')

/** The `title` shows the real address on hover, because the link's text may name another one. */
function Link({ href, children }: Children & { href?: string | undefined }) {
  const inside = use(InsideLink)
  const url = inside ? null : safeUrl(href ?? '')
  const number = use(SourceNumbers).get(url ?? '')
  if (!url) return <>{children}</>
  if (number !== undefined)
    return (
      <a
        href={url}
        title={url}
        aria-label={`Источник ${number}`}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="source-number"
      >
        {number}
      </a>
    )
  return (
    <InsideLink value>
      <a href={url} title={url} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    </InsideLink>
  )
}

/** A picture becomes a link: loading it would tell its host who reads the answer. */
const Picture = ({ src, alt }: { src?: unknown; alt?: string | undefined }) => (
  <Link href={typeof src === 'string' ? src : ''}>{alt || 'изображение'}</Link>
)

function Pre({ children }: Children) {
  const closed = use(ClosedBlock)
  const code = Array.isArray(children) ? (children[0] as ReactNode) : children
  const className =
    typeof code === 'object' && code !== null && 'props' in code
      ? (code.props as { className?: string }).className
      : undefined
  const language = /language-(\S+)/.exec(className ?? '')?.[1] ?? ''
  return <CodeBlock code={plainText(code).replace(/\n$/, '')} language={language} closed={closed} />
}

const Table = ({ children }: Children) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label="Таблица" tabIndex={0} dir={useDirection()}>
    <InsideBlock value>
      <table>{children}</table>
    </InsideBlock>
  </section>
)

type ListProps = Children & { className?: string | undefined; start?: number | undefined }

const Container = ({ as: Name, children, ...list }: ListProps & { as: 'ul' | 'ol' | 'blockquote' }) => (
  <Name {...list} dir={useDirection()}>
    <InsideBlock value>{children}</InsideBlock>
  </Name>
)

function Paragraph({ children }: Children) {
  return <p dir={useDirection()}>{children}</p>
}

type Cell = Children & { style?: { textAlign?: string | undefined } | undefined }
const alignOf = ({ style }: Cell) => ({ 'data-align': style?.textAlign })

const isNothing = (children: ReactNode): boolean =>
  [children].flat().every((child) => child == null || (typeof child === 'string' && child.trim() === ''))

/** An answer that was cut right after the marks of a heading has an empty heading, which is not drawn. */
function Heading({ level: Level, children }: Children & { level: 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' }) {
  const direction = useDirection()
  return isNothing(children) ? null : <Level dir={direction}>{children}</Level>
}

export const elements: Components = {
  h1: ({ children }) => <Heading level="h1">{children}</Heading>,
  h2: ({ children }) => <Heading level="h2">{children}</Heading>,
  h3: ({ children }) => <Heading level="h3">{children}</Heading>,
  h4: ({ children }) => <Heading level="h4">{children}</Heading>,
  h5: ({ children }) => <Heading level="h5">{children}</Heading>,
  h6: ({ children }) => <Heading level="h6">{children}</Heading>,
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ children }) => <Pre>{children}</Pre>,
  code: ({ className, children }) =>
    className === 'formula' ? <Formula source={plainText(children)} /> : <code dir="ltr">{children}</code>,
  p: (paragraph) => {
    const name = (paragraph as { 'data-footnote'?: string })['data-footnote']
    return name === undefined ? (
      <Paragraph>{paragraph.children}</Paragraph>
    ) : (
      <Footnote name={name}>{paragraph.children}</Footnote>
    )
  },
  sup: ({ children }) => <FootnoteMark name={plainText(children)} />,
  table: ({ children }) => <Table>{children}</Table>,
  th: (cell) => <th {...alignOf(cell)}>{cell.children}</th>,
  td: (cell) => <td {...alignOf(cell)}>{cell.children}</td>,
  ul: ({ className, children }) => (
    <Container as="ul" className={className}>
      {children}
    </Container>
  ),
  ol: ({ start, className, children }) => (
    <Container as="ol" start={start} className={className}>
      {children}
    </Container>
  ),
  blockquote: ({ children }) => <Container as="blockquote">{children}</Container>,
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} disabled aria-label={checked ? 'Сделано' : 'Не сделано'} />
  )
}

export const allowedElements =
  'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li input strong em del code sup pre a img table thead tbody tr th td'.split(
    ' '
  )

/** The text of a tree of elements. */
function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map((child: ReactNode) => plainText(child)).join('')
  if (typeof node !== 'object' || node === null || !('props' in node)) return ''
  const { children } = node.props as { children?: ReactNode }
  return plainText(children)
}

const protocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The normalised address of a link in an answer. Null for one that must not be opened: other protocols, addresses of
 * this site (they would act with the user's session), and user names that look like hosts
 * (`https://bank.ru@evil.example`).
 */
export function safeUrl(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return null
  const url = parsedUrl(address)
  if (!url || !protocols.has(url.protocol) || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'mailto:' && url.host === globalThis.location.host) return null
  return url.href
}
