// The legal operator of the service. The build replaces each `import.meta.env.NAME` by its value; the defaults are for local
// development.

const given = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback

export const operator = {
  name: given(import.meta.env.VITE_OPERATOR_NAME, 'Индивидуальный предприниматель (имя не указано)'),
  inn: given(import.meta.env.VITE_OPERATOR_INN, 'не указан'),
  ogrnip: given(import.meta.env.VITE_OPERATOR_OGRNIP, 'не указан'),
  supportEmail: given(import.meta.env.VITE_SUPPORT_EMAIL, 'support@ai-platform.localhost'),
  privacyEmail: given(import.meta.env.VITE_PRIVACY_EMAIL, 'privacy@ai-platform.localhost')
} as const

const mail = (address: string) => `[${address}](mailto:${address})`

export const supportMail = mail(operator.supportEmail)
export const privacyMail = mail(operator.privacyEmail)

/** The last clause of every legal document. */
export const requisites: readonly string[] = [
  `Оператор: ${operator.name}`,
  `ИНН: ${operator.inn}`,
  `ОГРНИП: ${operator.ogrnip}`,
  `Поддержка, оплата и возвраты: ${supportMail}`,
  `Персональные данные: ${privacyMail}`
]
