// What a person shows beside or instead of a password: the code of their authenticator, a recovery code, a passkey. Used by the second
// step of signing in and by the proof that dangerous calls demand.
import type { z } from 'zod'
import type { takeSecondStep } from '#contract/second-step.ts'
import { networkFailure } from '../base/http/api-error.ts'
import { TextField } from '../base/ui/text-field.tsx'
import { knowsPasskeys } from './knows-passkeys.ts'

const codeLength = 6

export const codeProblem = (code: string): string | null =>
  code.length === codeLength ? null : 'Код состоит из шести цифр'

export const recoveryProblem = (code: string): string | null =>
  code.trim().length < 8 ? 'Введите код восстановления' : null

interface FactorFieldProps {
  value: string
  error: string | undefined
  onChange: (typed: string) => void
  /** In a dialog: this field has the focus when it opens. */
  'data-first-focus'?: true | undefined
}

/** Takes digits alone, also from «123 456» that was pasted. `onFull` is called with every sixth digit, for a form that sends itself. */
export const CodeField = ({
  onChange,
  onFull,
  ...field
}: FactorFieldProps & { onFull?: ((code: string) => void) | undefined }) => (
  <TextField
    {...field}
    label="Код из приложения"
    hint="Шесть цифр из приложения-аутентификатора"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    className="tracking-[0.3em] tabular-nums"
    onChange={({ target }) => {
      const digits = target.value.replaceAll(/\D/g, '').slice(0, codeLength)
      onChange(digits)
      if (digits.length === codeLength && digits !== field.value) onFull?.(digits)
    }}
  />
)

/** One of the ten codes that work once. */
export const RecoveryField = ({ onChange, ...field }: FactorFieldProps) => (
  <TextField
    {...field}
    label="Код восстановления"
    hint="Один из кодов, которые вы сохранили. Каждый работает один раз"
    name="recovery"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    onChange={({ target }) => onChange(target.value)}
  />
)

export { knowsPasskeys }

/** Whether it offers passkeys among what it fills a field in with: the field has `webauthn` last in its `autocomplete`. */
export async function fillsInPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false
}

/** What the calls of the contract take as `response`. */
export type PasskeyResponse = NonNullable<z.input<typeof takeSecondStep.input>['passkey']>['response']

/** Loaded when a passkey is asked for or offered: few people have one. */
export const loadPasskeys = () =>
  import('@simplewebauthn/browser').catch((error: unknown) => {
    throw networkFailure(error)
  })

type AuthenticationOptions = Parameters<
  Awaited<ReturnType<typeof loadPasskeys>>['startAuthentication']
>[0]['optionsJSON']

/**
 * Asks for a passkey. @param options of the server @param quietly among what the browser fills a field in with, without a window of its
 * own, until this signal ends it
 * @returns null: the person has closed the window, or let its time pass. Throws `ApiError` without network, and what the browser throws:
 *   `errorText(error, passkeyTrouble)` is its text
 */
export async function askPasskey(
  options: Readonly<Record<string, unknown>>,
  quietly?: AbortSignal
): Promise<PasskeyResponse | null> {
  const { startAuthentication, WebAuthnAbortService } = await loadPasskeys()
  if (quietly?.aborted) return null
  const stop = () => WebAuthnAbortService.cancelCeremony()
  quietly?.addEventListener('abort', stop)
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the server's half of the same library
    const optionsJSON = options as unknown as AuthenticationOptions
    return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: quietly !== undefined })) }
  } catch (error) {
    if (isCancelled(error)) return null
    throw error
  } finally {
    quietly?.removeEventListener('abort', stop)
  }
}

export const passkeyTrouble =
  'Не получилось воспользоваться ключом доступа. Попробуйте ещё раз или выберите другой способ'

const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
