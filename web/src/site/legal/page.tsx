import { clsx } from 'clsx'
import { useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatDate } from '../../base/format/dates.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { Page as NotFoundPage } from '../../base/page/not-found-page.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { pages } from '../../base/pages.ts'
import { cookiePolicy } from './texts/cookie-policy.ts'
import { dataProcessingPolicy } from './texts/data-processing-policy.ts'
import { type Block, type Clause, type LegalDocument, piecesOf, type Table } from './texts/document.ts'
import { privacy } from './texts/privacy.ts'
import { terms } from './texts/terms.ts'
import { userAgreement } from './texts/user-agreement.ts'

const documents: readonly LegalDocument[] = [terms, privacy, userAgreement, cookiePolicy, dataProcessingPolicy]

/** All legal pages; the path selects the document. */
export function Page() {
  const { pathname } = useLocation()
  const document = documents.find(({ path }) => path === pathname)
  return document ? <Document key={document.path} document={document} /> : <NotFoundPage />
}

const Document = ({ document: { path, summary, version, clauses } }: { document: LegalDocument }) => (
  <>
    <div className="mx-auto w-full max-w-page grow px-4 py-4 sm:px-8">
      <div className="-ml-2.5">
        <BackButton />
      </div>
      <div className="max-w-text">
        <h1 className="mt-4 text-heading font-semibold">{pages[path].title}</h1>
        <Dates version={version} />
        <p className="mt-6 text-lead text-ink-soft">{summary}</p>
      </div>
      <div className="mt-10 mb-16 grid gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,var(--container-text))_minmax(0,1fr)]">
        <Contents clauses={clauses} />
        <div className="space-y-12 xl:col-start-1 xl:row-start-1">
          {clauses.map((clause, index) => (
            <ClauseText key={clause.id} clause={clause} number={index + 1} />
          ))}
        </div>
      </div>
    </div>
    <SiteFooter />
  </>
)

const never = () => () => undefined
const noonOf = (day: string) => formatDate(new Date(`${day}T12:00:00`).getTime())
const today = () => formatDate(Date.now())
const dayOfBuild = () => noonOf(import.meta.env.VITE_BUILT_ON)

function Dates({ version }: { version: string | undefined }) {
  return (
    <p className="mt-3 text-small text-ink-faint">
      {`Последнее обновление: ${useSyncExternalStore(never, today, dayOfBuild)}${version ? ` · Редакция для согласия: ${noonOf(version)}` : ''}`}
    </p>
  )
}

const Contents = ({ clauses }: { clauses: readonly Clause[] }) => (
  <nav
    aria-label="Содержание"
    className="rounded-card border border-line p-5 xl:sticky xl:top-[calc(var(--top-bar-height)+2rem)] xl:col-start-2 xl:row-start-1 xl:self-start"
  >
    <ol className="text-small text-ink-soft">
      {clauses.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-9 items-center gap-3 transition hover:text-ink pointer-coarse:min-h-11"
          >
            <span className="w-5 shrink-0 text-ink-faint tabular-nums">{index + 1}</span>
            <span>{title}</span>
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

const ClauseText = ({ clause: { id, title, blocks }, number }: { clause: Clause; number: number }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-[calc(var(--top-bar-height)+1.5rem)]">
    <h2 id={`${id}-title`} className="text-title font-semibold">
      {`${number}. ${title}`}
    </h2>
    <div className="mt-4 space-y-4">
      {blocks.map((block, index) => (
        <LegalBlock key={index} block={block} />
      ))}
    </div>
  </section>
)

const linkClass =
  'underline decoration-line-strong underline-offset-4 transition [overflow-wrap:anywhere] hover:decoration-accent'

const Sentence = ({ text }: { text: string }) =>
  piecesOf(text).map(({ text: words, href }, index) => {
    const key = `${index} ${words}`
    if (!href) return <span key={key}>{words}</span>
    if (href.startsWith('/')) {
      return (
        <Link key={key} to={href} className={linkClass}>
          {words}
        </Link>
      )
    }
    return (
      <a key={key} href={href} className={linkClass}>
        {words}
      </a>
    )
  })

const isList = (block: Block): block is readonly string[] => Array.isArray(block)

function LegalBlock({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Sentence text={block} />
      </p>
    )
  }
  return isList(block) ? <Items items={block} /> : <Rows table={block} />
}

const Items = ({ items }: { items: readonly string[] }) => (
  <ul className="space-y-2">
    {items.map((item) => (
      <li
        key={item}
        className="relative pl-5 before:absolute before:top-[0.7em] before:left-0 before:h-px before:w-3 before:bg-accent"
      >
        <Sentence text={item} />
      </li>
    ))}
  </ul>
)

/** In a narrow window each row becomes a list, because three columns of sentences do not fit. */
const Rows = ({ table: { columns, rows } }: { table: Table }) => (
  <div className="overflow-hidden rounded-card border border-line bg-raised">
    <table className="w-full border-collapse text-left text-small max-sm:block">
      <thead className="bg-sunken text-caption text-ink-soft max-sm:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="px-5 py-3 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={row.join()}
            className="border-line align-top not-first:border-t max-sm:block max-sm:px-5 max-sm:py-3"
          >
            {row.map((cell, index) => (
              <Cell key={columns[index]} first={index === 0}>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const cellClass = 'max-sm:block sm:px-5 sm:py-3 break-words'

const Cell = ({ first, children }: { first: boolean; children: string }) =>
  first ? (
    <th scope="row" className={clsx(cellClass, 'font-medium')}>
      {children}
    </th>
  ) : (
    <td className={clsx(cellClass, 'text-ink-soft')}>{children}</td>
  )
