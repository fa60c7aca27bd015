/**
 * Makes a value when it is first asked for, and keeps it. For what is costly to make and not needed by every isolate or page: all that a module
 * makes while it is loaded delays the first answer of a fresh isolate, such as the first formatter of `Intl`, by a dozen milliseconds.
 */
export function makeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
