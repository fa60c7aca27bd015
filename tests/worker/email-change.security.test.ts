import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import {
  call,
  confirm,
  type Mail,
  mailsTo,
  newAddress,
  newestLinkTo,
  password,
  post,
  register,
  signIn,
  signUp
} from '#tests/support/worker/account.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { newRegistered, type Registered } from '#tests/support/worker/registered.ts'

hashCheaply()

const newPassword = 'Another-Horse8!'

const tokenIn = ({ text }: Mail): string => {
  const token = /\/confirm-email-change\?token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new Error(`No link in: ${text}`)
  return token
}

const ask = (accessToken: string, newEmail: string, currentPassword = password) =>
  call('/api/user/email', { method: 'PUT', accessToken, body: { newEmail, currentPassword } })
const agree = (token: string) => post('/api/auth/confirm-email-change', { token })
const stateOf = async (token: string) => (await agree(token)).body.data?.state
const refused = { status: 400, body: { code: 'INVALID_VERIFICATION_TOKEN' } }

async function newestMail(address: string, subject: string): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const found = (await mailsTo(address, 1)).find((mail) => mail.subject === subject)
      if (!found) throw new Error(`No mail «${subject}»`)
      return found
    },
    { timeout: 20_000 }
  )
}

/** A person who asked to change the address, with the links of both mails. */
async function asked(newEmail = newAddress(), owner?: Registered) {
  const person = owner ?? (await newRegistered())
  expect((await ask(person.accessToken, newEmail)).status).toBe(200)
  const oldLink = tokenIn(await newestMail(person.email, 'Подтвердите смену email'))
  const newLink = tokenIn(await newestMail(newEmail, 'Подтвердите новый email'))
  return { ...person, newEmail, oldLink, newLink }
}

describe('a change of address', () => {
  test.each([
    ['the old mailbox first, and once more', ['oldLink', 'oldLink', 'newLink']],
    ['the new mailbox first, and once more', ['newLink', 'newLink', 'oldLink']]
  ] as const)('comes when both have agreed, %s', async (_, order) => {
    const person = await asked()
    const states = []
    for (const link of order) states.push(await stateOf(person[link]))
    expect(states).toEqual([...order.slice(1).map(() => 'waiting'), 'changed'])
    expect((await signIn(person.newEmail)).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(401)
  })

  test('happens once when both mailboxes agree at the same moment, and both are told', async () => {
    const { oldLink, newLink, email, newEmail } = await asked()
    const answers = await Promise.all([agree(oldLink), agree(newLink)])
    expect(answers.filter(({ body }) => body.data?.state === 'changed')).toHaveLength(1)
    expect((await signIn(newEmail)).status).toBe(200)
    await Promise.all([newestMail(email, 'Email изменён'), newestMail(newEmail, 'Email изменён')])
    // A link that its owner opens again says that it has served, and sends no mail.
    expect([await stateOf(oldLink), await stateOf(newLink)]).toEqual(['changed', 'changed'])
    expect(await mailsTo(email, 2)).toHaveLength(2)
  })

  test('says so to both of two calls that open the last link at once, and is told once', async () => {
    const { oldLink, newLink, email } = await asked()
    expect(await stateOf(oldLink)).toBe('waiting')
    expect(await Promise.all([stateOf(newLink), stateOf(newLink)])).toEqual(['changed', 'changed'])
    await newestMail(email, 'Email изменён')
    expect(await mailsTo(email, 2)).toHaveLength(2)
  })

  test('needs an address to which a mail can be sent', async () => {
    const { accessToken } = await newRegistered()
    expect(await ask(accessToken, 'anna@-example.ru')).toMatchObject({
      status: 400,
      body: { data: { details: [{ path: 'newEmail', msg: 'Некорректный формат email' }] } }
    })
  })

  test('needs the password', async () => {
    const { accessToken } = await newRegistered()
    expect(await ask(accessToken, newAddress(), 'Wrong-Horse1!')).toMatchObject({
      status: 400,
      body: { data: { details: [{ path: 'currentPassword' }] } }
    })
  })

  test('expires after a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { oldLink, newLink } = await asked()
    await agree(oldLink)
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    expect(await agree(newLink)).toMatchObject(refused)
  })

  test('is replaced by a newer request', async () => {
    const first = await asked()
    const second = newAddress()
    await ask(first.accessToken, second)
    await newestMail(second, 'Подтвердите новый email')
    expect(await agree(first.oldLink)).toMatchObject(refused)
    expect(await agree(first.newLink)).toMatchObject(refused)
  })

  test('invalidates reset links sent to the old mailbox', async () => {
    const { email, oldLink, newLink } = await asked()
    await post('/api/auth/reset-password', { email })
    const [, resetToken = ''] =
      /reset-password\?token=([\w-]+)/.exec((await newestMail(email, 'Новый пароль')).text) ?? []
    await agree(oldLink)
    await agree(newLink)
    expect(
      await post('/api/auth/reset-password-confirm', { token: resetToken, newPassword: 'Another-Horse8!' })
    ).toMatchObject(refused)
  })

  const taking: [name: string, change: (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>][] = [
    [
      'a new password',
      ({ accessToken }) =>
        call('/api/user/password', { method: 'PUT', accessToken, body: { currentPassword: password, newPassword } })
    ],
    [
      'a reset',
      async ({ email }) => {
        await post('/api/auth/reset-password', { email })
        const token = await newestLinkTo(email, 'reset-password')
        return post('/api/auth/reset-password-confirm', { token, newPassword })
      }
    ]
  ]
  test.each(taking)('is cancelled by %s, because a thief may have asked for it', async (_, change) => {
    const person = await asked()
    await agree(person.newLink)
    expect(await change(person)).toMatchObject({ status: 200 })
    expect(await agree(person.oldLink)).toMatchObject(refused)
    expect((await signIn(person.email, newPassword)).status).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), "' or 1=1 --"])('does not happen with a made-up link: %s', async (token) => {
    expect(await agree(token)).toMatchObject(refused)
  })
})

describe('an address of another user', () => {
  test('gets the same answer as a free one, and its owner gets a mail', async () => {
    const owner = await newRegistered()
    const [a, b] = [await newRegistered(), await newRegistered()]
    const [taken, free] = [await ask(a.accessToken, owner.email), await ask(b.accessToken, newAddress())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect((await newestMail(owner.email, 'Этот адрес уже занят')).text).not.toContain('confirm-email-change')
    await newestMail(a.email, 'Подтвердите смену email')
  })

  test('that was confirmed meanwhile stays theirs', async () => {
    const contested = newAddress()
    const { oldLink, newLink, email } = await asked(contested)
    await confirm(await register(contested))
    await agree(oldLink)
    expect(await agree(newLink)).toMatchObject(refused)
    expect((await signIn(email)).status).toBe(200)
  })

  test('that was only registered and never confirmed can be taken', async () => {
    const contested = newAddress()
    const theirLink = await register(contested, 'Stranger-Horse3!')
    const { oldLink, newLink } = await asked(contested)
    await agree(oldLink)
    expect(await stateOf(newLink)).toBe('changed')
    expect((await signIn(contested)).status).toBe(200)
    expect(await confirm(theirLink)).toMatchObject(refused)
  })
})

test('the bonus is credited once per mailbox, whatever addresses were changed in between', async () => {
  const { oldLink, newLink, email, newEmail, userId } = await asked(newAddress(), await signUp())
  await agree(oldLink)
  await agree(newLink)
  expect((await userOf(env, userId).view()).availableTokens).toBe(10)
  const again = await signUp(email)
  expect((await userOf(env, again.userId).view()).availableTokens).toBe(0)
  await env.DB.prepare('delete from users where canonical_email = ?').bind(newEmail).run()
  const third = await signUp(newEmail)
  expect((await userOf(env, third.userId).view()).availableTokens).toBe(0)
})
