import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { email } from '#contract/validation.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'

const sameMailbox: [name: string, spellings: string[]][] = [
  ['case', ['ivan@example.ru', 'Ivan@Example.RU', 'IVAN@EXAMPLE.ru']],
  ['surrounding space', ['ivan@example.ru', '  ivan@example.ru\t']],
  ['tags', ['ivan@example.ru', 'ivan+bonus@example.ru', 'ivan+a+b@example.ru', 'ivan+@example.ru']],
  [
    'dots, tags and the old name of Gmail',
    ['ivanpetrov@gmail.com', 'i.van.petrov+x@gmail.com', 'Ivan.Petrov@googlemail.com']
  ],
  ['domains and separators of Yandex', ['ivan-petrov@yandex.ru', 'ivan.petrov@ya.ru', 'ivan.petrov+x@yandex.com']],
  ['composed and decomposed letters', ['й@example.ru', 'й@example.ru'.normalize('NFD')]],
  ['both spellings of an international domain', ['ivan@почта.рф', 'ivan@ПОЧТА.РФ', 'ivan@xn--80a1acny.xn--p1ai']],
  ['the final dot of a domain', ['ivan@example.ru', 'ivan@example.ru.']]
]

describe('spellings of one mailbox are one account', () => {
  test.each(sameMailbox)('%s', (_, spellings) => {
    expect(new Set(spellings.map(canonicalEmail)).size).toBe(1)
  })
})

const different: [name: string, one: string, other: string][] = [
  ['dots matter outside of Gmail', 'i.van@example.ru', 'ivan@example.ru'],
  ['hyphens matter outside of Yandex', 'ivan-p@mail.ru', 'ivan.p@mail.ru'],
  ['names of mail.ru are separate mailboxes', 'ivan@mail.ru', 'ivan@bk.ru'],
  ['a name that is only a tag is kept', '+one@example.ru', '+two@example.ru'],
  ['look-alike letters are other letters', 'ivan@example.ru', 'іvаn@example.ru'],
  ['what a URL parser would cut off is kept', 'ivan@example.ru', 'ivan@example.ru/x.com'],
  ['a percent sign is not decoded', 'ivan@example.ru', 'ivan@example%2eru.ru']
]

describe('different mailboxes are different accounts', () => {
  test.each(different)('%s', (_, one, other) => {
    expect(canonicalEmail(one)).not.toBe(canonicalEmail(other))
  })
})

test.each([
  ['a line break', 'ivan@example.ru\nBcc:x@example.ru'],
  ['a null character', 'iv\0an@example.ru'],
  ['an escape sequence', 'iv\u001B[31man@example.ru'],
  ['a space of no width', 'iv\u200Ban@example.ru'],
  ['a soft hyphen', 'iv\u00ADan@example.ru'],
  ['a turn of the writing direction', 'ivan\u202E@example.ru'],
  ['half a character', 'iv\uD800an@example.ru'],
  ['a list', 'ivan@example.ru,olga@example.ru'],
  ['a name in front', 'Ivan <ivan@example.ru>'],
  ['a second sign', 'ivan@example.ru@evil.example']
])('%s makes an address invalid', (_, address) => {
  expect(email.safeParse(address).success).toBe(false)
})

test.each(['иван@почта.рф', 'ivan+tag@example.co.uk', 'o.hara-1_2%3@example.ru', 'ivan@xn--80a1acny.xn--p1ai'])(
  '%s is a valid address',
  (address) => {
    expect(email.safeParse(address).success).toBe(true)
  }
)

test('canonicalising an address twice changes nothing more', () => {
  const letters = fc.constantFrom(...'abcİZß.+-_йё0９ⅷ'.split(''))
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 12 })
  const domain = fc.constantFrom('gmail.com', 'GoogleMail.com', 'ya.ru', 'Example.RU', 'почта.рф', 'straße.de')
  fc.assert(
    fc.property(name, domain, (local, host) => {
      const address = `${local}@${host}`
      fc.pre(email.safeParse(address).success)
      const folded = canonicalEmail(address)
      expect(canonicalEmail(folded)).toBe(folded)
    })
  )
})
