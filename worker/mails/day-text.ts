import { makeOnce } from '#contract/make-once.ts'

const days = makeOnce(() => new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'Europe/Moscow' }))

/** `21 ноября 2026 года` in Moscow. «года» instead of «г.», because the date may end a sentence. */
export const dayText = (at: number): string => days().format(at).replace(/ г\.$/, ' года')

/** The reader may live where that day begins earlier or later. */
export const daysNote = 'Дни в письме — по московскому времени.'
