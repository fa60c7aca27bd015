import { Link } from 'react-router-dom'
import { currentPrice, priceList, type PriceListItem } from '#contract/catalogue/price-list.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { formatRange, unitOfTool } from './tool-prices.ts'

const groups: [id: PriceListItem['group'], title: string][] = [
  ['text', 'Текст'],
  ['image', 'Изображения'],
  ['audio', 'Голос'],
  ['video', 'Видео']
]

/** The published prices, and beside them what a request costs today. */
export const PriceListTable = () => (
  <div className="overflow-hidden rounded-card border border-line bg-raised shadow-raised">
    <table className="w-full border-collapse text-left text-small">
      <caption className="sr-only">Прайс-лист и цена запроса сейчас, в токенах</caption>
      <thead className="bg-sunken text-caption text-ink-soft">
        <tr>
          <th scope="col" className="px-4 py-3 font-medium sm:px-6">
            Модель
          </th>
          <th scope="col" className="px-2 py-3 font-medium sm:px-6">
            Прайс-лист
          </th>
          <th scope="col" className="px-4 py-3 font-medium sm:px-6">
            Сейчас списываем
          </th>
        </tr>
      </thead>
      {groups.map(([id, title]) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={3} className="border-t border-line px-4 pt-5 pb-2 font-semibold sm:px-6">
              {title}
            </th>
          </tr>
          {priceList
            .filter(({ group }) => group === id)
            .map((item) => (
              <Row key={item.title} item={item} />
            ))}
        </tbody>
      ))}
    </table>
  </div>
)

const Row = ({ item }: { item: PriceListItem }) => (
  <tr className="border-t border-line align-top">
    <th scope="row" className="px-4 py-1 font-normal sm:px-6">
      <Link
        to={item.path}
        className="inline-flex min-h-9 items-center underline decoration-line-strong underline-offset-4 transition hover:decoration-accent"
      >
        {item.title}
      </Link>
    </th>
    <td className="px-2 py-2.5 text-ink-soft tabular-nums sm:px-6">
      {formatTokens(item.listTokens)}
      {item.listTokensBySize && <Sizes sizes={item.listTokensBySize} />}
    </td>
    <td className="px-4 py-2.5 font-semibold tabular-nums sm:px-6">
      {formatRange(currentPrice(item))}
      <span className="block text-caption font-normal text-ink-faint">{unitOfTool(item.path)}</span>
    </td>
  </tr>
)

const Sizes = ({ sizes }: { sizes: Readonly<Record<string, number>> }) => (
  <ul className="mt-1 text-caption text-ink-faint">
    {Object.entries(sizes).map(([size, tokens]) => (
      <li key={size} className="whitespace-nowrap">
        {size.replace('x', '×')}: {tokens}
      </li>
    ))}
  </ul>
)
