import { ApiError, networkFailure } from '../../base/http/api-error.ts'
import type { PasskeyResponse } from '../factor-fields.tsx'

const load = () =>
  import('@simplewebauthn/browser').catch((error: unknown) => {
    throw networkFailure(error)
  })

type RegistrationOptions = Parameters<Awaited<ReturnType<typeof load>>['startRegistration']>[0]['optionsJSON']

/** A failure that the browser found, with words for the user. */
const trouble = (text: string) => new ApiError(text, { code: 'PASSKEY', status: 0 })

/**
 * Has the device make a passkey. @param options of the server
 * @returns null: the person has closed the window, or let its time pass. Throws `ApiError`, whose text is for the user
 */
export async function makePasskey(options: Readonly<Record<string, unknown>>): Promise<PasskeyResponse | null> {
  const { startRegistration } = await load()
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by the server's half of the same library
    const optionsJSON = options as unknown as RegistrationOptions
    return { ...(await startRegistration({ optionsJSON })) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    if (name === 'InvalidStateError') throw trouble('На этом устройстве ключ доступа уже есть')
    throw trouble('Устройство не смогло создать ключ доступа. Попробуйте другое устройство или браузер')
  }
}
