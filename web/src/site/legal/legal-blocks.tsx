import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { piecesOf, type Block, type Table } from './texts/document.ts'

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

export function LegalBlock({ block }: { block: Block }) {
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
