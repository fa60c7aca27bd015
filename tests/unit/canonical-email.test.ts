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

test('folding a folded address changes nothing', () => {
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
