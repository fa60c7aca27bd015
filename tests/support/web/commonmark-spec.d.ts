// The package has no types.
declare module 'commonmark-spec' {
  export const tests: unknown
}
