import { Link } from 'react-router-dom'
import type { PricedCatalogue } from '#contract/catalogue/price-list.ts'
import { formatCount, formatTokens } from '../../base/format/tokens.ts'
import { pricesIn, type PriceLine, type ToolPrices } from './tool-prices.ts'

/** Every model and every setting with its price. */
export const ToolPriceCards = ({ catalogue }: { catalogue: PricedCatalogue }) => (
  <div className="space-y-10">
    {pricesIn(catalogue).map(({ title, tools }) => (
      <div key={title}>
        <h3 className="text-title font-semibold">{title}</h3>
        <ul className="mt-4 grid gap-4 md:grid-cols-2">
          {tools.map((tool) => (
            <li key={tool.path} className="rounded-card border border-line bg-raised p-5 shadow-raised">
              <ToolCard tool={tool} />
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
)

const ToolCard = ({ tool }: { tool: ToolPrices }) => (
  <>
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <Link
        to={tool.path}
        className="inline-flex min-h-9 items-center font-semibold transition hover:text-accent-strong"
      >
        {tool.title}
      </Link>
      <span className="text-caption text-ink-faint">{tool.unit}</span>
    </p>
    {tool.working && <p className="text-caption text-ink-soft">{tool.working}</p>}
    {tool.columns.length > 0 ? <Matrix tool={tool} /> : <Lines lines={tool.lines} />}
  </>
)

/** More of them are folded, so that the other tools stay in reach. */
const shownLines = 12

const Lines = ({ lines }: { lines: readonly PriceLine[] }) => (
  <>
    <LineList lines={lines.slice(0, shownLines)} />
    {lines.length > shownLines && (
      <details>
        <summary className="cursor-pointer border-t border-line py-2 text-small font-medium">
          {`Ещё ${lines.length - shownLines}`}
        </summary>
        <LineList lines={lines.slice(shownLines)} />
      </details>
    )}
  </>
)

const LineList = ({ lines }: { lines: readonly PriceLine[] }) => (
  <dl className="mt-2 text-small">
    {lines.map(({ label, tokens, basic, answering, needs }) => (
      <div
        key={label}
        data-needs={needs}
        className="flex items-baseline justify-between gap-4 border-t border-line py-2 max-[20rem]:flex-wrap"
      >
        <dt>
          <span>{label}</span>
          {answering && <span className="ml-1.5 text-caption text-ink-soft">{`· ${answering}`}</span>}
          {!basic && <span className="ml-1.5 text-caption text-ink-faint">после первой покупки</span>}
        </dt>
        <dd className="shrink-0 font-medium tabular-nums">{formatTokens(tokens[0] ?? Number.NaN)}</dd>
      </div>
    ))}
  </dl>
)

const Matrix = ({ tool: { title, columns, lines } }: { tool: ToolPrices }) => (
  <table className="stacks mt-2 w-full border-collapse text-left text-small">
    <caption className="sr-only">{`${title}: цена в токенах`}</caption>
    <thead>
      <tr className="align-bottom text-caption text-ink-soft">
        <th scope="col">
          <span className="sr-only">Настройка</span>
        </th>
        {columns.map((column) => (
          <th key={column} scope="col" className="py-2 pl-2 text-right sm:pl-3 font-medium">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {lines.map(({ label, tokens, needs }) => (
        <tr key={label} data-needs={needs} className="border-t border-line">
          <th scope="row" className="py-2 font-normal min-[23rem]:whitespace-nowrap">
            {label}
          </th>
          {tokens.map((count, index) => (
            <td
              key={columns[index]}
              data-column={columns[index]}
              className="py-2 pl-2 text-right sm:pl-3 font-medium tabular-nums"
            >
              {formatCount(count)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
