/** Made at the first use: the browser reads a language's rules for the first formatter, which a page should not wait for to begin. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
