// Days as fields of dates have them, `2026-11-23`, in the user's time zone.

/** The beginning of a day, in milliseconds; with 1, that of the next one. */
export function startOfDay(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

const two = (number: number) => String(number).padStart(2, '0')

/** The day of a moment. */
export function dayOf(time: number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
