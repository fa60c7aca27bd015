// How numbers of a sheet are shown. Days and percentages are numbers to Excel, and mean nothing without their format; all other numbers
// are given whole, because a format rounds them and hides thousands.
import { dateFromSerial, format, getFormatDateInfo, isDateFormat, isPercentFormat } from 'numfmt'
import type { Archive } from './archive.ts'
import { keep } from './endings.ts'
import { walkFile } from './office-package.ts'

/** Of the formats that are not written into the file (ECMA-376, part 1, 18.8.30); other ones are plain numbers. */
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
  45: '[mm]:ss',
  46: '[h]:mm:ss',
  47: '[mm]:ss'
}

/** Excel has a few hundred. */
const formatsMax = 10_000
/** Longer ones are refused by Excel. */
const formatLengthMax = 255
/** Days between the two beginnings of counting. */
const daysUntil1904 = 1462
/** The last day that Excel knows, in 9999. */
const dayMax = 2_958_465

type Kind = 'number' | 'percent' | 'duration' | 'time' | 'date' | 'moment'

function kindOf(pattern: string): Kind {
  if (pattern.length > formatLengthMax) return 'number'
  try {
    if (isPercentFormat(pattern)) return 'percent'
    if (!isDateFormat(pattern)) return 'number'
    if (/\[[hms]+\]/i.test(pattern)) return 'duration'
    const { year, month, day, hours, minutes } = getFormatDateInfo(pattern)
    if (!year && !month && !day) return 'time'
    return hours || minutes ? 'moment' : 'date'
  } catch {
    // No format: what Excel would not have written.
    return 'number'
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

function dayText(day: number, kind: Kind): string {
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = dateFromSerial(day) ?? []
  const dayPart = `${twoDigits(date)}.${twoDigits(month)}.${year}`
  const time = [hours, minutes, ...(seconds > 0 ? [seconds] : [])].map(twoDigits).join(':')
  if (kind === 'date') return dayPart
  return kind === 'time' ? time : `${dayPart} ${time}`
}

/** Excel counts with 15 digits, and writes 17 of them. */
const plain = (value: number): string => String(Number(value.toPrecision(15)))

export class CellFormats {
  /** What each style of a cell shows. */
  readonly #kinds: readonly Kind[]
  readonly #isSince1904: boolean

  private constructor(kinds: readonly Kind[], isSince1904: boolean) {
    this.#kinds = kinds
    this.#isSince1904 = isSince1904
  }

  /** @param file with the styles, if there is one. @throws TooMuchWork; another error when it is broken */
  static async read(archive: Archive, file: string | undefined, isSince1904: boolean): Promise<CellFormats> {
    const kinds: Kind[] = []
    if (file === undefined) return new CellFormats(kinds, isSince1904)
    const patterns = new Map(Object.entries(usualFormats))
    const known = new Map<string, Kind>()
    const kindOfFormat = (id: string): Kind => {
      const kind = known.get(id) ?? kindOf(patterns.get(id) ?? '')
      known.set(id, kind)
      return kind
    }
    // Formats of cells, but not of the named styles that they come from.
    let isOfCells = false
    await walkFile(archive, file, {
      open: ({ name, attributes: { numFmtId: id = '', formatCode: pattern = '' } }) => {
        if (name === 'numFmt' && patterns.size < formatsMax) patterns.set(id, pattern)
        if (name === 'cellXfs') isOfCells = true
        if (name === 'xf' && isOfCells) keep(kinds, kindOfFormat(id))
      },
      close: (name) => {
        if (name === 'cellXfs') isOfCells = false
      }
    })
    return new CellFormats(kinds, isSince1904)
  }

  /** @param style the place of its format among those of cells */
  textOf(written: string, style: number): string {
    const value = Number(written)
    if (written.trim() === '' || !Number.isFinite(value)) return written
    const kind = this.#kinds[style] ?? 'number'
    if (kind === 'number') return plain(value)
    if (kind === 'percent') return `${plain(value * 100)}%`
    if (kind === 'duration') return format('[h]:mm:ss', value)
    const day = this.#isSince1904 && kind !== 'time' ? value + daysUntil1904 : value
    return day >= 0 && day <= dayMax ? dayText(day, kind) : plain(value)
  }
}
