// Which parameters and options of a form are shown for given values. In a file of its own, because pages that only
// show prices do not need it.
import type { ChoiceOption, ChoiceParameter, Condition, Conditions, Parameter, ParameterValues } from './parameters.ts'

const isList = (conditions: Conditions): conditions is readonly Condition[] => Array.isArray(conditions)

/** The conditions of a parameter or an option; none: it is always shown. */
export const conditionsOf = ({ shownWhen }: { shownWhen?: Conditions }): readonly Condition[] =>
  shownWhen === undefined ? [] : isList(shownWhen) ? shownWhen : [shownWhen]

const areMet = (shown: { shownWhen?: Conditions }, values: ParameterValues): boolean =>
  conditionsOf(shown).every(({ parameter, is }) => is.includes(String(values[parameter])))

/** @param values with the files that are sent beside it */
export const isShown = (parameter: Parameter, values: ParameterValues): boolean =>
  areMet(parameter, values) &&
  (parameter.shownWith === undefined || values[parameter.shownWith] !== undefined) &&
  (parameter.replacedBy === undefined || values[parameter.replacedBy] === undefined)

/** The options that these values allow. */
export const optionsFor = ({ options }: ChoiceParameter, values: ParameterValues): readonly ChoiceOption[] =>
  options.filter((option) => areMet(option, values))
