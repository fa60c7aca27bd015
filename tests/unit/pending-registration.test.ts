import { expect, test } from 'vitest'
import { repeatedLink } from '#domain/pending-registration.ts'

const owner = { email: 'ivan@example.ru', passwordHash: 'owner', inviteCode: null, identity: null }
const undisputed = { ...owner, isUndisputed: true }

test('a repeated link confirms the one password that was typed, however often it was typed', () => {
  expect(repeatedLink([owner, owner], 'ivan@example.ru', owner.email)).toEqual(undisputed)
})

test('after different passwords a repeated link confirms none of them', () => {
  const stranger = { ...owner, email: 'Ivan@example.ru', passwordHash: 'stranger' }
  expect(repeatedLink([owner, stranger], 'ivan@example.ru', owner.email).passwordHash).toBeNull()
})

test('a repeated link never confirms the password typed for another spelling of the address', () => {
  const stranger = { ...owner, email: 'ivan+x@example.ru', passwordHash: 'stranger' }
  expect(repeatedLink([owner, stranger], 'ivan@example.ru', owner.email)).toEqual(undisputed)
  expect(repeatedLink([owner, stranger], 'ivan+x@example.ru', owner.email)).toEqual({ ...stranger, isUndisputed: true })
})

test('a repeated link for a spelling that was not registered goes to the account’s address', () => {
  expect(repeatedLink([owner], 'ivan+new@example.ru', owner.email)).toEqual(undisputed)
})

test('without a pending registration the link confirms the address and no password', () => {
  expect(repeatedLink([], 'ivan@example.ru', owner.email)).toEqual({
    ...owner,
    passwordHash: null,
    isUndisputed: false
  })
})

test('a repeated link counts as the invitation with which every registration came, and after different ones as none', () => {
  const invited = { ...owner, inviteCode: 'friend' }
  expect(repeatedLink([invited, invited], owner.email, owner.email).inviteCode).toBe('friend')
  expect(repeatedLink([owner, invited], owner.email, owner.email).inviteCode).toBeNull()
  expect(repeatedLink([{ ...owner, inviteCode: 'other' }, invited], owner.email, owner.email).inviteCode).toBeNull()
})

test('a repeated link links the identity with which every registration came, and after different ones none', () => {
  const named = { ...owner, identity: 'vk:1' }
  expect(repeatedLink([named, named], owner.email, owner.email)).toMatchObject({ identity: 'vk:1', isUndisputed: true })
  expect(repeatedLink([owner, named], owner.email, owner.email).identity).toBeNull()
  const two = repeatedLink([{ ...owner, identity: 'vk:2' }, named], owner.email, owner.email)
  expect(two).toMatchObject({ identity: null, isUndisputed: false })
})
