// Which settings of a form nothing that is connected can make now. The server tells it with the prices; what it refuses is the truth.
import { useMemo } from 'react'
import {
  type ChoiceParameter,
  type NumberParameter,
  type Parameter,
  type ParameterValues,
  settingName
} from '#contract/catalogue/parameters.ts'
import { optionsFor } from '#contract/catalogue/shown-parameters.ts'
import { useUnconnectedNames } from '../../base/session/unconnected.ts'

type Value = string | number

/** Whether a value cannot be made; without a value: whether the setting must be left as it is. */
export type IsUnable = (name: string, value?: Value) => boolean

/** What is unable beside settings: a name of two that are so together counts while the first of them is chosen. */
const unableBeside = (names: string, path: string, values: ParameterValues): string[] =>
  names.split(' ').flatMap((name) => {
    const [one = '', beside] = name.split('+')
    if (beside === undefined) return [one]
    const [, chooser = ''] = one.split(':')
    return one === settingName(path, chooser, values[chooser]) ? [beside] : []
  })

const isAmong = (path: string, unable: readonly string[]): IsUnable => {
  const all = new Set(unable)
  return (name, value) => all.has(settingName(path, name, value))
}

/** Beside the settings of a form. @param names all that is not connected */
export const unableIn = (names: string, path: string, values: ParameterValues): IsUnable =>
  isAmong(path, unableBeside(names, path, values))

/** Of the page at an address, beside any settings. */
export function useUnableBeside(path: string): (values: ParameterValues) => IsUnable {
  const names = useUnconnectedNames()
  return (values) => unableIn(names, path, values)
}

/** The same beside the settings of a form. It changes when it says something else. */
export function useUnable(path: string, values: ParameterValues = noValues): IsUnable {
  const unable = unableBeside(useUnconnectedNames(), path, values).join(' ')
  return useMemo(() => isAmong(path, unable.split(' ')), [unable, path])
}

const noValues: ParameterValues = {}

const endsOf = ({ default: usual, min, max }: NumberParameter): number[] => [usual, min, max]

/** All values of a choice, from the usual one on to those that stand far from it in the form. */
function fromUsualOn({ default: usual, options }: ChoiceParameter): string[] {
  const place = options.findIndex(({ value }) => value === usual)
  return options
    .map(({ value }, index) => ({ value, steps: Math.abs(index - place) }))
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ value }) => value)
}

/**
 * The usual value of a setting, or the next that can be made; undefined for one that begins empty.
 * @param beside the other settings: choices that they do not offer are passed over; absent: all are offered
 */
export function ableValue(parameter: Parameter, isUnable: IsUnable, beside?: ParameterValues): Value | undefined {
  if (parameter.kind !== 'choice' && parameter.kind !== 'number') return undefined
  const { name, default: usual } = parameter
  if (parameter.kind === 'number') return endsOf(parameter).find((value) => !isUnable(name, value)) ?? usual
  const offered = beside && new Set(optionsFor(parameter, beside).map(({ value }) => value))
  const values = fromUsualOn(parameter).filter((value) => !offered || offered.has(value))
  return values.find((value) => !isUnable(name, value)) ?? usual
}

/** Whether a setting has one value at present: no other can be made. */
export function isFixed(parameter: Parameter, isUnable: IsUnable): boolean {
  if (parameter.kind === 'choice') return false
  if (parameter.kind !== 'number') return isUnable(parameter.name)
  return endsOf(parameter).every((end) => end === parameter.default || isUnable(parameter.name, end))
}

/** Whether what is set cannot be made. */
export function isUnableNow(parameter: Parameter, value: Value | undefined, isUnable: IsUnable): boolean {
  if (value === undefined || value === '') return false
  if (parameter.kind === 'choice') return isUnable(parameter.name, value)
  return (
    (isFixed(parameter, isUnable) && !('default' in parameter && value === parameter.default)) ||
    isUnable(parameter.name, value)
  )
}
