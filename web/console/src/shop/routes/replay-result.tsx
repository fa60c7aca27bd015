import { counted, formatCount } from '#contract/counted.ts'
import type { Replay } from '#contract/operator/shop/traffic.ts'
import { costRubles, type Rates, rublesText } from '../../prices/margin.ts'
import { differenceText, percentText } from './words.ts'

const sumText = (micros: number, rates: Rates): string =>
  rublesText(costRubles({ charged_tokens: null, cost_micros: micros }, rates))

const eachText = (micros: number, told: number, rates: Rates): string =>
  `${sumText((micros / told) * 1000, rates)} за 1000 ответов`

const answers = (count: number) => counted(count, ['ответ', 'ответа', 'ответов'])

/** How many answers the sums are of, and why not of all. */
function countedText({ served, told, is_whole: isWhole }: Replay): string {
  const all = `Посчитаны все ${answers(served)}.`
  const some = `Посчитано ${answers(told)} из ${formatCount(served)} (${percentText(told / served)}): об остальных поставщик не сказал, сколько ушло токенов.`
  const newest = isWhole ? '' : ' Обращений было так много, что взяты только последние.'
  return (told === served ? all : some) + newest
}

/** What it did cost and what it would have cost, beside each other. */
export function Result({ replay, rates }: { replay: Replay; rates: Rates }) {
  const { served, told, cost_micros: before, replayed_micros: after } = replay
  if (told === 0)
    return (
      <p className="rounded-card bg-sunken px-4 py-3 text-small text-ink-soft">
        {served === 0 ? 'За неделю модель ни разу не ответила.' : 'Ни для одного ответа поставщик не назвал расход.'}
      </p>
    )
  const sums = [
    ['Стоило', before, null],
    ['Стоило бы', after, differenceText(before, after)]
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-3">
        {sums.map(([name, micros, note]) => (
          <div key={name} className="min-w-0 rounded-card bg-sunken px-4 py-3">
            <dt className="text-caption text-ink-soft">{name}</dt>
            <dd>
              <span className="block text-title font-semibold tabular-nums">{sumText(micros, rates)}</span>
              <span className="block text-caption text-ink-soft">{eachText(micros, told, rates)}</span>
              {note && <span className="block text-caption text-ink-soft">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-ink-soft">{countedText(replay)}</p>
    </div>
  )
}
