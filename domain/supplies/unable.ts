// What of a tool's form nothing that is connected can make: each value beside the usual ones of all other settings. Two values of which each
// can be made alone are not seen together here; an order is judged whole by `choiceOf`. Pure.
import type { MediaRoute, StudioEntry } from '#contract/catalogue/entry.ts'
import { defaultValues, type Parameter, type ParameterValues, settingName } from '#contract/catalogue/parameters.ts'
import { isShown, optionsFor } from '#contract/catalogue/shown-parameters.ts'
import type { Order } from './supply.ts'

/** Whether an account is there that makes an order as it is. */
export type IsMade = (order: Order) => boolean

/** An order of these settings, with the files that it must have and one more. */
const orderOf = (entry: StudioEntry, parameters: ParameterValues, file?: string): Order => ({
  entry,
  parameters,
  uploads: entry.parameters
    .filter((one) => 'mediaTypes' in one && (one.name === file || (one.requiredText && isShown(one, parameters))))
    .map(({ name }) => name)
})

/** The values of a setting that are looked at: all of a choice, and the ends of a number. */
function valuesOf(parameter: Parameter, values: ParameterValues): readonly (string | number)[] {
  if (!isShown(parameter, values)) return []
  if (parameter.kind === 'number') return [...new Set([parameter.default, parameter.min, parameter.max])]
  return parameter.kind === 'choice' && !parameter.hidden ? optionsFor(parameter, values).map(({ value }) => value) : []
}

/** The settings that differ from these in one value. */
const besides = (entry: StudioEntry, values: ParameterValues): ParameterValues[] =>
  entry.parameters.flatMap((parameter) =>
    valuesOf(parameter, values).map((value) => ({ ...values, [parameter.name]: value }))
  )

/** Settings that a route asks for, nearest to these. */
const leadingTo = ({ when = {} }: MediaRoute, values: ParameterValues): ParameterValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(when).flatMap(([name, wanted]) =>
      'max' in wanted || wanted.includes(String(values[name])) ? [] : [[name, wanted[0] ?? '']]
    )
  )
})

/** The usual settings of a tool, or the nearest that can be made; null: none can, so its page is shut. */
export function makeableOf(entry: StudioEntry, isMade: IsMade): ParameterValues | null {
  const usual = defaultValues(entry.parameters)
  const starts = [usual, ...entry.upstream.map((route) => leadingTo(route, usual))]
  for (const start of starts)
    for (const values of [start, ...besides(entry, start)]) if (isMade(orderOf(entry, values))) return values
  return null
}

/** Whether it can be set at all. */
const isGivenMade = (entry: StudioEntry, parameter: Parameter, base: ParameterValues, isMade: IsMade): boolean => {
  const { kind, name } = parameter
  if (kind === 'choice' || kind === 'number' || !isShown(parameter, base)) return true
  return isMade('mediaTypes' in parameter ? orderOf(entry, base, name) : orderOf(entry, { ...base, [name]: '1' }))
}

/**
 * The names of what cannot be made on an open page, by `settingName`.
 * @param base the settings that `makeableOf` has found
 */
export const unableOf = (entry: StudioEntry, base: ParameterValues, isMade: IsMade): string[] =>
  entry.parameters.flatMap((parameter) => [
    ...valuesOf(parameter, base)
      .filter((value) => !isMade(orderOf(entry, { ...base, [parameter.name]: value })))
      .map((value) => settingName(entry.path, parameter.name, value)),
    ...(isGivenMade(entry, parameter, base, isMade) ? [] : [settingName(entry.path, parameter.name)])
  ])
