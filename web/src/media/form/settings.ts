import { type FileParameter, type Parameter, type ParameterValues } from '#contract/catalogue/parameters.ts'
import { isShown, optionsFor } from '#contract/catalogue/shown-parameters.ts'
import { ableValue, type IsUnable } from './unable.ts'

export const isFile = (parameter: Parameter): parameter is FileParameter =>
  parameter.kind === 'image' || parameter.kind === 'mask' || parameter.kind === 'video'

/** The values of an untouched form: the usual ones, or the next that can be made, and empty texts. */
export const startingValues = (parameters: readonly Parameter[], isUnable: IsUnable = () => false): ParameterValues =>
  withOfferedChoices(
    parameters,
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        const value = parameter.kind === 'text' ? '' : ableValue(parameter, isUnable)
        return value === undefined ? [] : [[parameter.name, value]]
      })
    ),
    isUnable
  )

/** The values that the form accepts out of those of a stored draft, an older job or a link. */
export const acceptedValues = (parameters: readonly Parameter[], values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined
      return value !== undefined && accepts(parameter, value) ? [[parameter.name, value]] : []
    })
  )

function accepts(parameter: Parameter, value: string | number): boolean {
  switch (parameter.kind) {
    case 'choice':
      return !parameter.hidden && parameter.options.some((option) => option.value === value)
    case 'number':
      return (
        typeof value === 'number' &&
        value >= parameter.min &&
        value <= parameter.max &&
        Number.isInteger((value - parameter.min) / parameter.step)
      )
    case 'seed':
      return typeof value === 'number' && Number.isInteger(value) && value >= parameter.min && value <= parameter.max
    case 'text':
      return typeof value === 'string'
    case 'image':
    case 'mask':
    case 'video':
      return false
    default:
      return parameter satisfies never
  }
}

/** The parameters that the form draws for these values. */
export const drawnParameters = (parameters: readonly Parameter[], values: ParameterValues): readonly Parameter[] =>
  parameters.filter(
    (parameter) => isShown(parameter, values) && !('hidden' in parameter) && hasItsTurn(parameter, values)
  )

/** Whether the file that comes before this one in its series is chosen; a chosen file always has a field. */
const hasItsTurn = (parameter: Parameter, values: ParameterValues): boolean =>
  !('follows' in parameter) ||
  parameter.follows === undefined ||
  values[parameter.follows] !== undefined ||
  values[parameter.name] !== undefined

/** Choices that the other settings no longer offer, set to their defaults, or to the next that can be made. */
export function withOfferedChoices(
  parameters: readonly Parameter[],
  values: ParameterValues,
  isUnable: IsUnable = () => false
): ParameterValues {
  const settled: Record<string, string | number> = { ...values }
  for (const parameter of parameters) {
    if (parameter.kind !== 'choice' || settled[parameter.name] === undefined) continue
    const isOffered = optionsFor(parameter, settled).some(({ value }) => value === settled[parameter.name])
    if (!isOffered) settled[parameter.name] = ableValue(parameter, isUnable, settled) ?? parameter.default
  }
  return settled
}

/** Texts trimmed, as the server will read them. */
export const trimmedValues = (values: ParameterValues): ParameterValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  )
