import { AppError } from '../../http/errors.ts'

/** The longest time between now and the start of a plan. */
const longestMs = 366 * 24 * 60 * 60_000

const endsBefore = 'Конец раньше начала или уже прошёл'
const tooLong = 'Срок не может быть длиннее года'

const wrong = (msg: string) => new AppError('VALIDATION_FAILED', { details: [{ path: 'ends_at', msg }] })

/** @throws AppError VALIDATION_FAILED */
export function expectPeriod(startsAt: number, endsAt: number): void {
  if (endsAt <= startsAt) throw wrong(endsBefore)
  if (endsAt - startsAt > longestMs) throw wrong(tooLong)
}
