import { expect, test } from 'vitest'
import { repeatedLink } from '#domain/pending-registration.ts'

const owner = { email: 'ivan@example.ru', passwordHash: 'owner' }

test('a repeated link confirms the one password that was typed, however often', () => {
  expect(repeatedLink([owner, owner], 'ivan@example.ru', owner.email)).toEqual(owner)
})

test('after different passwords a repeated link confirms none of them', () => {
  const stranger = { email: 'Ivan@example.ru', passwordHash: 'stranger' }
  expect(repeatedLink([owner, stranger], 'ivan@example.ru', owner.email).passwordHash).toBeNull()
})

test('a repeated link never carries what was typed for another spelling of the address', () => {
  const stranger = { email: 'ivan+x@example.ru', passwordHash: 'stranger' }
  expect(repeatedLink([owner, stranger], 'ivan@example.ru', owner.email)).toEqual(owner)
  expect(repeatedLink([owner, stranger], 'ivan+x@example.ru', owner.email)).toEqual(stranger)
})

test('a spelling that nobody registered is answered to the mailbox of the account', () => {
  expect(repeatedLink([owner], 'ivan+new@example.ru', owner.email)).toEqual(owner)
})

test('without any registration left the address is confirmed and no password', () => {
  expect(repeatedLink([], 'ivan@example.ru', owner.email)).toEqual({ email: owner.email, passwordHash: null })
})
