import type { IdentityProvider } from '#contract/identity-providers.ts'

const Yandex = () => (
  <>
    <circle cx="12" cy="12" r="11" fill="#fc3f1d" />
    <path d="M14.4 18V6.2h-2a3.2 3.2 0 0 0 0 6.4h2M11.9 12.6 8.8 18" stroke="#fff" strokeWidth="2" />
  </>
)

const Vk = () => (
  <>
    <rect x="1" y="1" width="22" height="22" rx="6" fill="#07f" />
    <path
      d="M5.2 8.2c.3 5 2.6 7.6 7.4 7.6V8.2M18.6 8.2c-.7 2.2-2.6 3.6-6 3.6 3.6 0 5.6 1.4 6.4 4"
      stroke="#fff"
      strokeWidth="1.9"
    />
  </>
)

/** Drawn, so that the page asks no other site for it. Its button names the provider in words. */
export const ProviderMark = ({ provider }: { provider: IdentityProvider }) => (
  <svg width="24" height="24" viewBox="0 0 24 24" fill="none" strokeLinejoin="round" aria-hidden className="shrink-0">
    {provider === 'yandex' ? <Yandex /> : <Vk />}
  </svg>
)
