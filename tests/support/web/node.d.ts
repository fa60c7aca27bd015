// The pages see no types of Node; this is the part that their tests use.
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, work: () => Result): Result
    getStore(): Value | undefined
  }
}

declare module 'node:process' {
  /** In microseconds: of this thread, since `before` or since its start. */
  export function threadCpuUsage(before?: { user: number }): { user: number }
}
