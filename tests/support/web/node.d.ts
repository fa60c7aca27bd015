// The pages see no types of Node; this is the part that their tests use.
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, work: () => Result): Result
    getStore(): Value | undefined
  }
}

declare module 'node:module' {
  interface Loaded {
    source?: unknown
  }
  export function createRequire(from: string): (name: string) => unknown
  export function registerHooks(hooks: {
    load: (url: string, context: unknown, next: (url: string, context: unknown) => Loaded) => Loaded
  }): { deregister: () => void }
}
