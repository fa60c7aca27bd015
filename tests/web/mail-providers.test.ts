import { expect, test } from 'vitest'
import { mailProviderOf } from '#web/src/people/sign-in/mail-providers.ts'

test.each([
  ['anna@yandex.ru', 'https://mail.yandex.ru/'],
  ['anna@BK.ru', 'https://e.mail.ru/'],
  ['anna+site@gmail.com', 'https://mail.google.com/'],
  ['anna@yandex.ru@firma.example', undefined],
  ['anna@notgmail.com', undefined]
])('the mail of %s is read at %s', (email, href) => {
  expect(mailProviderOf(email)?.href).toBe(href)
})
