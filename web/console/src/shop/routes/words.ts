import { counted, formatCount } from '#contract/counted.ts'
import { makeOnce } from '#contract/make-once.ts'
import type { TrafficRoute } from '#contract/operator/shop/traffic.ts'

/** By the kinds of failures of suppliers. */
const failureNames: Partial<Record<string, string>> = {
  busy: 'перегрузка',
  rejected: 'не принял запрос',
  unauthorized: 'ключ не подходит',
  unpaid: 'нет денег на счёте',
  'model-gone': 'нет такой модели',
  timeout: 'молчание',
  network: 'нет связи',
  cut: 'обрыв',
  malformed: 'не тот формат',
  'too-large': 'слишком длинный ответ',
  server: 'ошибка сервера',
  empty: 'пустой ответ'
}

export const failureName = (kind: string): string => failureNames[kind] ?? kind

/** `0,4 с`, at least a tenth. */
export const secondsText = (ms: number): string =>
  `${(Math.max(ms, 100) / 1000).toLocaleString('ru-RU', { maximumFractionDigits: ms < 10_000 ? 1 : 0 })}\u00a0с`

/** `64 %`; a part that is not nothing is never shown as nothing, nor one that is not all as all. */
export function percentText(part: number): string {
  const percent = part * 100
  if (percent > 0 && percent < 1) return '<\u00a01\u00a0%'
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100}\u00a0%`
}

/** `дешевле на 20 %`, `дороже на 150 %`, `в 12 раз дороже`. @param before of the two sums, not negative */
export function differenceText(before: number, after: number): string {
  if (before === after) return 'столько же'
  if (before === 0) return 'дороже'
  if (after < before) return `дешевле на ${percentText((before - after) / before)}`
  const times = after / before
  if (times > 10) return `в ${counted(Math.round(times), ['раз', 'раза', 'раз'])} дороже`
  const more = times - 1
  return `дороже на ${more < 1 ? percentText(more) : `${formatCount(Math.round(more * 100))}\u00a0%`}`
}

const short = makeOnce(() => new Intl.NumberFormat('ru-RU', { notation: 'compact', maximumFractionDigits: 1 }))

/** `900 тыс.` */
export const shortCount = (count: number): string => short().format(count)

/** For screen readers and eyes alike: which of the routes it is. */
export const routeTitle = ({ place, supplier_name: name }: TrafficRoute): string =>
  place === null ? name : `${place}. ${name}`
