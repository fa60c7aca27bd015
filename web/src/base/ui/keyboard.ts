import { isTouched, useWhile } from './use-while.ts'

/** For what stands at the lower edge of the window, or has a field there: `--keyboard` says what the keyboard covers of it. */
export const useKeyboard = (isUsed = true): void =>
  useWhile(isUsed, async () => (isTouched() ? (await import('./covered-window.ts')).follow() : () => undefined))
