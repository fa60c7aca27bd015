// The gate of the register, loaded only where there is one. Nothing else may import the module, or the built script has no name for it.
import type { passRegister } from './register-gate.ts'

let loaded: typeof passRegister | undefined

/** Each request waits for its own import; once it is there, none of the isolate waits again. */
export const loadRegisterGate = async (): Promise<typeof passRegister> =>
  (loaded ??= (await import('./register-gate.ts')).passRegister)
