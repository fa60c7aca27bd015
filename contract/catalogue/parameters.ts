// The kinds of parameters of a job. One list of parameters defines the form, the price and the parsing on the server
// (`parameters-schema.ts`, apart because pages that only show prices must not load the schema library).

/** Holds while an earlier choice has one of these values. */
export interface Condition {
  parameter: string
  is: readonly string[]
}

/** One condition, or several that must all hold. */
export type Conditions = Condition | readonly Condition[]

interface Named {
  /** Field of the request; unique in its list. */
  name: string
  label: string
  /** Shown and accepted only while this holds. */
  shownWhen?: Conditions
  /** Folded away in «Дополнительно». */
  advanced?: true
  /** Shown and accepted only beside a file of this file parameter. */
  shownWith?: string
  /** Neither shown nor accepted beside a file of this file parameter. */
  replacedBy?: string
}

export interface ChoiceOption {
  value: string
  label: string
  /** Offered and accepted only while this holds; the default of a choice is always offered. */
  shownWhen?: Conditions
}

export interface ChoiceParameter extends Named {
  kind: 'choice'
  options: readonly ChoiceOption[]
  default: string
  /** Part of the call but not of the form: the page always sends the default. */
  hidden?: true
}

export interface NumberParameter extends Named {
  kind: 'number'
  min: number
  max: number
  step: number
  default: number
  /** What a higher or lower value does. */
  hint?: string
}

/** A whole number that makes a result repeatable. Without one the server draws one for every job. */
export interface SeedParameter extends Named {
  kind: 'seed'
  min: number
  max: number
}

export interface TextParameter extends Named {
  kind: 'text'
  placeholder: string
  lengthMax: number
  /** The limit that the form's counter shows; up to `lengthMax` is accepted. */
  counterMax?: number
  /** The message when the text is missing; without it the text may be empty. */
  requiredText?: string
  /** The message for this field alone, if `requiredText` names other fields too. */
  missingText?: string
}

/** A file, sent as a data URL or as the name of one that the server keeps (`job-file-refs.ts`). */
export interface FileParameter extends Named {
  kind: 'image' | 'mask' | 'video'
  mediaTypes: readonly string[]
  sizeBytesMax: number
  tooLargeText: string
  requiredText?: string
  missingText?: string
  /** The form shows it once the file parameter of this name has a file. */
  follows?: string
  /** Of a mask: its provider wants the chosen area transparent; without it, white on black. */
  isCut?: true
}

export type Parameter = ChoiceParameter | NumberParameter | SeedParameter | TextParameter | FileParameter
export type ParameterValues = Readonly<Record<string, string | number>>

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The decoded size of a base64 data URL in bytes, without decoding it. */
export function dataUrlBytes(dataUrl: string): number {
  const length = dataUrl.length - dataUrl.indexOf(',') - 1
  const padding = dataUrl.endsWith('==') ? 2 : dataUrl.endsWith('=') ? 1 : 0
  return Math.floor(length / 4) * 3 - padding
}

/** The media type of a base64 data URL, or null. Only the start is matched, because the rest may be megabytes. */
export const dataUrlType = (value: string): string | null =>
  /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9]+=[\w.,-]+)*;base64,/i.exec(value.slice(0, 200))?.[1]?.toLowerCase() ?? null

/** The initial values of the form: all defaults. */
export const defaultValues = (parameters: readonly Parameter[]): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap((parameter) => ('default' in parameter ? [[parameter.name, parameter.default]] : []))
  )

/**
 * How a value of a page's setting is called in lists of what nothing connected can make (`contract/prices.ts`): `flux:model:flux-pro`.
 * Without a value: a setting that must be left as it is, like `flux:seed`.
 */
export const settingName = (path: string, name: string, value?: string | number): string =>
  [path.slice(1), name, ...(value === undefined ? [] : [value])].join(':')

/** The name of a setting that cannot be made beside a choice, though each can be made without the other. Both by `settingName`. */
export const settingBeside = (choice: string, setting: string): string => `${choice}+${setting}`
