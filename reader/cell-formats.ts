// Formats numbers of a sheet's cells. Only the format tells whether a number is a date or a percentage.
import { dateFromSerial, tokenize, tokenTypes } from 'numfmt'
import type { Archive } from './archive.ts'
import { percentText, plainNumber } from './cell-numbers.ts'
import { keep } from './endings.ts'
import { walkFile } from './office-package.ts'

/** The built-in formats, which files do not contain (ECMA-376, part 1, 18.8.30); the other built-in ones are plain numbers. */
const usualFormats: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  14: 'dd.mm.yyyy',
  15: 'dd.mm.yyyy',
  16: 'dd.mm.yyyy',
  17: 'dd.mm.yyyy',
  18: 'hh:mm',
  19: 'hh:mm:ss',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'dd.mm.yyyy hh:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss'
}

/** Excel refuses longer ones. */
const formatLengthMax = 255
/** Excel has a few hundred. Telling the kind of a hostile one takes a millisecond. */
const formatsMax = 1000
/** Days between the two date systems, which begin in 1900 and 1904. */
const daysUntil1904 = 1462
/** The last day that Excel knows, in 9999. */
const dayMax = 2_958_465
const secondsOfDay = 86_400

type Kind = 'number' | 'percent' | 'duration' | 'time' | 'date' | 'moment'

interface Format {
  kind: Kind
  /** The least number of digits, as in a taxpayer's number. */
  digitsMin: number
}

const plainFormat: Format = { kind: 'number', digitsMin: 0 }

function kindOf(pattern: string): Kind {
  // Not with the library's own functions: it caches every format for ever.
  const tokens = tokenize(pattern)
  const end = tokens.findIndex(({ type }) => type === tokenTypes.BREAK)
  const first = end < 0 ? tokens : tokens.slice(0, end)
  const has = (...types: string[]) => first.some(({ type }) => types.includes(type))
  if (has(tokenTypes.PERCENT)) return 'percent'
  if (has(tokenTypes.DURATION)) return 'duration'
  const letters = first.flatMap(({ type, value }) => (type === tokenTypes.DATETIME ? [value] : [])).join('')
  if (letters === '') return 'number'
  const hasHours = /h/i.test(letters)
  // `m` are minutes beside hours or seconds, and months everywhere else.
  const hasDay = /[ydbg]|mmm/i.test(letters) || (!hasHours && !/s/i.test(letters))
  if (hasDay) return hasHours ? 'moment' : 'date'
  return hasHours ? 'time' : 'duration'
}

function formatOf(pattern: string): Format {
  if (pattern.length > formatLengthMax) return plainFormat
  return { kind: kindOf(pattern), digitsMin: /^0+$/.test(pattern) ? pattern.length : 0 }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

function dayText(day: number, kind: Kind): string {
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = dateFromSerial(day) ?? []
  const dayPart = `${twoDigits(date)}.${twoDigits(month)}.${year}`
  const time = [hours, minutes, ...(seconds > 0 ? [seconds] : [])].map(twoDigits).join(':')
  if (kind === 'date') return dayPart
  return kind === 'time' ? time : `${dayPart} ${time}`
}

function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * secondsOfDay)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${days < 0 ? '-' : ''}${parts.map((part, index) => (index === 0 ? String(part) : twoDigits(part))).join(':')}`
}

export class CellFormats {
  /** The format of each cell style. */
  readonly #formats: readonly Format[]
  readonly #isSince1904: boolean

  private constructor(formats: readonly Format[], isSince1904: boolean) {
    this.#formats = formats
    this.#isSince1904 = isSince1904
  }

  /** @param file with the styles, if there is one. @throws TooMuchWork; another error when it is broken */
  static async read(archive: Archive, file: string | undefined, isSince1904: boolean): Promise<CellFormats> {
    const formats: Format[] = []
    if (file === undefined) return new CellFormats(formats, isSince1904)
    const patterns = new Map(Object.entries(usualFormats))
    const known = new Map<string, Format>()
    const formatWith = (id: string): Format => {
      const format = known.get(id) ?? formatOf(patterns.get(id) ?? '')
      known.set(id, format)
      return format
    }
    // Formats of cells, not those of the named styles behind them.
    let isOfCells = false
    await walkFile(archive, file, {
      open: ({ name, attributes: { numFmtId: id = '', formatCode: pattern = '' } }) => {
        if (name === 'numFmt' && patterns.size < formatsMax) patterns.set(id, pattern)
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) keep(formats, formatWith(id))
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false
      }
    })
    return new CellFormats(formats, isSince1904)
  }

  /** @param style the place of its format among those of cells */
  textOf(written: string, style: number): string {
    const value = Number(written)
    if (written.trim() === '' || !Number.isFinite(value)) return written
    const { kind, digitsMin } = this.#formats[style] ?? plainFormat
    if (kind === 'number') return plainNumber(value).padStart(digitsMin, '0')
    if (kind === 'percent') return percentText(value)
    if (kind === 'duration') return durationText(value)
    const day = this.#isSince1904 && kind !== 'time' ? value + daysUntil1904 : value
    return day >= 0 && day <= dayMax ? dayText(day, kind) : plainNumber(value)
  }
}
