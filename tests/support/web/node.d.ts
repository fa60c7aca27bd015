// The pages see no types of Node; this is the part that their tests use.
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Value> {
    run<Result>(value: Value, work: () => Result): Result
    getStore(): Value | undefined
  }
}
