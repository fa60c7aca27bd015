// The settings of an isolate are parsed once: every object and every message of a queue asks for them.
import { type Environment, parseEnvironment } from './environment.ts'

/** By the bindings, of which an isolate has one. */
export const parsed = new WeakMap<object, Environment>()

/**
 * The validated environment of this isolate.
 * @param bindings of the Worker: a copy is parsed for itself, and an object that is changed in place keeps what was read first
 * @throws BadEnvironment naming what is missing or malformed
 */
export function environmentOf(bindings: object): Environment {
  const known = parsed.get(bindings)
  if (known) return known
  const environment = parseEnvironment(bindings)
  parsed.set(bindings, environment)
  return environment
}
