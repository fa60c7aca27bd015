import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router-dom'
import { settingName } from '#contract/catalogue/parameters.ts'
import {
  currentPrice,
  isSold,
  type PricedCatalogue,
  priceList,
  type PriceListItem
} from '#contract/catalogue/price-list.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { formatRange, modelsUnder, unitOfTool } from './tool-prices.ts'

const groups: [id: PriceListItem['group'], title: string][] = [
  ['text', 'Текст'],
  ['image', 'Изображения'],
  ['audio', 'Голос'],
  ['video', 'Видео']
]

/** What a request costs; below it, folded, the published list whose figures are not charged. */
export const PriceListTable = ({ catalogue }: { catalogue: PricedCatalogue }) => (
  <>
    <PriceTable
      catalogue={catalogue}
      caption="Цена запроса в токенах"
      priceTitle="Сейчас списываем"
      priceOf={currentPriceOf(catalogue)}
    />
    <details className="group/list mt-4 rounded-card border border-line px-4 sm:px-6">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 text-small font-medium [&::-webkit-details-marker]:hidden">
        Справочно: прайс-лист
        <ChevronDown size={18} aria-hidden className="text-ink-faint transition group-open/list:rotate-180" />
      </summary>
      <p className="pb-4 text-small text-ink-soft">
        Опубликованный список цен. По нему мы не списываем: действуют цены из таблицы выше.
      </p>
      <div className="pb-5">
        <PriceTable
          catalogue={catalogue}
          caption="Прайс-лист, в токенах: не списывается"
          priceTitle="Прайс-лист"
          priceOf={listPriceOf}
        />
      </div>
    </details>
  </>
)

interface PriceTableProps {
  catalogue: PricedCatalogue
  caption: string
  priceTitle: string
  priceOf: (item: PriceListItem) => ReactNode
}

const PriceTable = ({ catalogue, caption, priceTitle, priceOf }: PriceTableProps) => (
  <div className="overflow-hidden rounded-card border border-line bg-raised shadow-raised">
    <table className="stacks w-full border-collapse text-left text-small">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-sunken text-caption text-ink-soft">
        <tr>
          <th scope="col" className="px-4 py-3 font-medium sm:px-6">
            Модель
          </th>
          <th scope="col" className="px-4 py-3 font-medium sm:px-6">
            {priceTitle}
          </th>
        </tr>
      </thead>
      {groups.map(([id, title]) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={2} className="border-t border-line px-4 pt-5 pb-2 font-semibold sm:px-6">
              {title}
            </th>
          </tr>
          {priceList
            .filter((item) => item.group === id && isSold(item, catalogue))
            .map((item) => (
              <tr key={item.title} data-needs={needsOf(item)} className="border-t border-line align-top">
                <th scope="row" className="px-4 py-1 font-normal sm:px-6">
                  <Link
                    to={item.path}
                    className="inline-flex min-h-9 items-center underline decoration-line-strong underline-offset-4 transition hover:decoration-accent"
                  >
                    {item.title}
                  </Link>
                  <span className="block pb-1.5 text-caption text-ink-soft empty:hidden">
                    {modelsUnder(item, catalogue)}
                  </span>
                </th>
                <td className="px-4 py-2.5 tabular-nums sm:px-6">{priceOf(item)}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  </div>
)

/** The settings that must be sold for a row of one setting. */
const needsOf = ({ path, now }: PriceListItem): string | undefined =>
  'at' in now && now.at
    ? Object.entries(now.at)
        .map(([name, value]) => settingName(path, name, value))
        .join(' ')
    : undefined

const currentPriceOf = (catalogue: PricedCatalogue) => (item: PriceListItem) => (
  <>
    <span className="font-semibold">{formatRange(currentPrice(item, catalogue))}</span>
    <span className="block text-caption text-ink-faint">{unitOfTool(item.path)}</span>
  </>
)

const listPriceOf = (item: PriceListItem) => (
  <span className="text-ink-soft">
    <span>{formatTokens(item.listTokens)}</span>
    {item.listTokensBySize && <Sizes sizes={item.listTokensBySize} />}
  </span>
)

const Sizes = ({ sizes }: { sizes: Readonly<Record<string, number>> }) => (
  <ul className="mt-1 text-caption text-ink-faint">
    {Object.entries(sizes).map(([size, tokens]) => (
      <li key={size} className="whitespace-nowrap">
        {`${size.replace('x', '×')}: ${tokens}`}
      </li>
    ))}
  </ul>
)
