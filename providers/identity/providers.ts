// The providers of identities that this installation has applications at.
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { type IdentityProvider, identityProviders } from '#contract/identities.ts'
import type { IdentifiedPerson, IdentityApplication, IdentityAttempt, IdentityReturn } from './identity.ts'
import { vkPage, vkPerson, type VkSettings } from './vk.ts'
import { yandexPage, yandexPerson, type YandexSettings } from './yandex.ts'

export interface IdentitySettings extends YandexSettings, VkSettings {
  SITE_ORIGIN: string
  YANDEX_ID_CLIENT: string
  YANDEX_ID_SECRET: string
  VK_ID_CLIENT: string
  VK_ID_SECRET: string
}

const adapters = {
  yandex: { page: yandexPage, person: yandexPerson },
  vk: { page: vkPage, person: vkPerson }
} as const

function applicationOf(settings: IdentitySettings, provider: IdentityProvider): IdentityApplication | null {
  const [client, secret] =
    provider === 'yandex'
      ? [settings.YANDEX_ID_CLIENT, settings.YANDEX_ID_SECRET]
      : [settings.VK_ID_CLIENT, settings.VK_ID_SECRET]
  if (client === '' || secret === '') return null
  return { client, secret, redirect: `${settings.SITE_ORIGIN}/auth/return/${provider}` }
}

/** Those whose both settings are given. */
export const providersOn = (settings: IdentitySettings): IdentityProvider[] =>
  identityProviders.filter((provider) => applicationOf(settings, provider) !== null)

function chosen(settings: IdentitySettings, provider: IdentityProvider): IdentityApplication {
  const application = applicationOf(settings, provider)
  if (!application) throw new Error(`${provider} is switched off`)
  return application
}

/** @returns a new attempt, and the provider's page for it. @param again see `yandexPage` */
export async function beginAttempt(
  settings: IdentitySettings,
  provider: IdentityProvider,
  again: boolean
): Promise<{ attempt: IdentityAttempt; url: string }> {
  const attempt = { state: generateRandomState(), nonce: generateRandomState(), verifier: generateRandomCodeVerifier() }
  const challenge = await calculatePKCECodeChallenge(attempt.verifier)
  const page = { state: attempt.state, challenge, again }
  return { attempt, url: adapters[provider].page(settings, chosen(settings, provider), page) }
}

/** Exchanges the code and asks who the person is. @throws IdentityFailure */
export const personOf = (
  settings: IdentitySettings,
  provider: IdentityProvider,
  attempt: IdentityAttempt,
  returned: IdentityReturn
): Promise<IdentifiedPerson> => adapters[provider].person(settings, chosen(settings, provider), attempt, returned)
