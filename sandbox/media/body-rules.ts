// Validation rules for JSON bodies. The video upstreams refuse every unknown field.
import { isObject, type JsonObject } from '../base/json.ts'

/** What is wrong with a value, and in which field. */
export interface BodyProblem {
  /** `video.duration`; empty for the body itself. */
  path: string
  message: string
}

/** @returns null for a valid value */
export type Rule = (value: unknown, path: string) => BodyProblem | null

const problem = (path: string, message: string): BodyProblem => ({ path, message })

export const oneOf =
  (...values: readonly (string | number | boolean)[]): Rule =>
  (value, path) =>
    values.some((allowed) => allowed === value) ? null : problem(path, `must be one of ${values.join(', ')}`)

export const text =
  (lengthMin: number, lengthMax: number): Rule =>
  (value, path) => {
    if (typeof value !== 'string') return problem(path, 'must be a string')
    const isFitting = value.length >= lengthMin && value.length <= lengthMax
    return isFitting ? null : problem(path, `must have from ${lengthMin} to ${lengthMax} characters`)
  }

export const integer =
  (min: number, max: number): Rule =>
  (value, path) => {
    const isFitting = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return isFitting ? null : problem(path, `must be a whole number from ${min} to ${max}`)
  }

/** An object with these fields and no others. */
export const fields =
  (rules: Readonly<Record<string, Rule>>, ...required: readonly string[]): Rule =>
  (value, path) => {
    if (!isObject(value)) return problem(path, 'must be an object')
    const at = (key: string) => (path === '' ? key : `${path}.${key}`)
    const missing = required.find((key) => value[key] === undefined)
    if (missing !== undefined) return problem(at(missing), 'is required')
    for (const [key, item] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
      const found = rule ? rule(item, at(key)) : problem(at(key), 'is not a known field')
      if (found) return found
    }
    return null
  }

/** The object in a field; an empty one if the field holds none. */
export function objectAt(body: JsonObject, key: string): JsonObject {
  const value = body[key]
  return isObject(value) ? value : {}
}
