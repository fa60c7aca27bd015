// Apart from the calls, because pages show the names before anything is called.

export const identityProviders = ['yandex', 'vk'] as const
export type IdentityProvider = (typeof identityProviders)[number]
export const providerNames = { yandex: 'Яндекс ID', vk: 'VK ID' } as const satisfies Record<IdentityProvider, string>
