/** As in the links of mails. */
export const mailToken = 'A-token_of-43-characters'
export const mailJob = 'work-1'

/**
 * Every page to which a mail to a user links, with what stands there for a visitor who has opened it: a heading or a button. The
 * tests of mails check that there are no others, and those of pages that nothing is changed by opening them.
 */
export const mailLinks = {
  '/auth': 'Войти',
  [`/verify-email?token=${mailToken}`]: 'Подтвердить',
  [`/reset-password?token=${mailToken}`]: 'Сохранить пароль',
  [`/confirm-email-change?token=${mailToken}`]: 'Подтвердить смену',
  '/subscription': 'Войти',
  '/subscription?tab=payments': 'Войти',
  '/token-purchase?plan=premium': 'Войти',
  [`/library?work=${mailJob}`]: 'Войти',
  '/profile': 'Войти',
  '/api-keys': 'Войти',
  '/profile#limits': 'Войти'
} as const
