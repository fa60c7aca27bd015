// What of a tool's form nothing that is connected can make: each value beside the usual ones of all other settings, and beside each choice
// that leads to another model. More than two at a time are not seen here; an order is judged whole by `choiceOf`. Pure.
import type { MediaRoute, StudioEntry } from '#contract/catalogue/entry.ts'
import {
  type ChoiceParameter,
  defaultValues,
  type Parameter,
  type ParameterValues,
  settingBeside,
  settingName
} from '#contract/catalogue/parameters.ts'
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

/** What can be set beside these settings, by its name, and whether it is made. */
function lookAt(entry: StudioEntry, base: ParameterValues, isMade: IsMade): Map<string, boolean> {
  const seen = new Map<string, boolean>()
  for (const parameter of entry.parameters) {
    const { kind, name } = parameter
    for (const value of valuesOf(parameter, base))
      seen.set(settingName(entry.path, name, value), isMade(orderOf(entry, { ...base, [name]: value })))
    if (kind === 'choice' || kind === 'number' || !isShown(parameter, base)) continue
    const order = 'mediaTypes' in parameter ? orderOf(entry, base, name) : orderOf(entry, { ...base, [name]: '1' })
    seen.set(settingName(entry.path, name), isMade(order))
  }
  return seen
}

/** Choices that a route depends on. */
const choosers = ({ parameters, upstream }: StudioEntry): ChoiceParameter[] =>
  parameters.filter(
    (one): one is ChoiceParameter =>
      one.kind === 'choice' && upstream.some(({ when }) => when?.[one.name] !== undefined)
  )

/** These settings with one more choice; others that it does not allow become the first that it does. */
function withChoice(entry: StudioEntry, base: ParameterValues, choice: ParameterValues): ParameterValues {
  const values: Record<string, string | number> = { ...base, ...choice }
  for (const parameter of entry.parameters) {
    if (parameter.kind !== 'choice') continue
    const offered = optionsFor(parameter, values).map(({ value }) => value)
    const [first = parameter.default] = offered
    if (!offered.includes(String(values[parameter.name]))) values[parameter.name] = first
  }
  return values
}

interface View {
  /** The name of the choice. */
  choice: string
  seen: ReadonlyMap<string, boolean>
}

/** What can be made beside each value of a choice that can be made itself. */
const viewsBeside = (entry: StudioEntry, base: ParameterValues, { name, ...rest }: ChoiceParameter, isMade: IsMade) =>
  valuesOf({ name, ...rest }, base).flatMap((value): View[] => {
    const values = withChoice(entry, base, { [name]: value })
    const isOpen = values[name] === value && isMade(orderOf(entry, values))
    return isOpen ? [{ choice: settingName(entry.path, name, value), seen: lookAt(entry, values, isMade) }] : []
  })

/**
 * The names of what cannot be made on an open page: by `settingName`, or, beside some values of a choice only, by `settingBeside`. Of two
 * choices the one that comes later in the form is named as the one that cannot be made, so that a form that follows comes to an end.
 * @param base the settings that `makeableOf` has found
 */
export function unableOf(entry: StudioEntry, base: ParameterValues, isMade: IsMade): string[] {
  const alone = lookAt(entry, base, isMade)
  const choices = choosers(entry).map((parameter) => ({
    parameter,
    views: viewsBeside(entry, base, parameter, isMade)
  }))
  const names = new Set(
    [alone, ...choices.flatMap(({ views }) => views.map(({ seen }) => seen))].flatMap((seen) => [...seen.keys()])
  )
  const placeOf = (name: string) =>
    choices.findIndex(({ parameter }) => name.startsWith(`${settingName(entry.path, parameter.name)}:`))
  return [...names].flatMap((name) => {
    const place = placeOf(name)
    const before = place === -1 ? choices : choices.slice(0, place)
    const partly = before.flatMap(({ views }) => {
      const lacking = views.filter(({ seen }) => seen.get(name) === false)
      return views.some(({ seen }) => seen.get(name)) ? lacking : []
    })
    if (partly.length > 0) return partly.map(({ choice }) => settingBeside(choice, name))
    return alone.get(name) === false ? [name] : []
  })
}
