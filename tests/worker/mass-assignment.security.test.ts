// Fields that only the server may set, sent with every writing call, must be ignored.
import { env } from 'cloudflare:workers'
import { rowsOnD1 } from '#tests/support/worker/histories.ts'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { call, newAccount, newAddress, newestLinkTo, password, post } from '#tests/support/worker/account.ts'
import { requestFor } from '#tests/support/worker/endpoint-request.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { addChat, addChatFolder } from '#tests/support/worker/owner.ts'
import { giveTokens } from '#tests/support/worker/tokens.ts'

hashCheaply()

type Name = keyof typeof mountedEndpoints
type Someone = Awaited<ReturnType<typeof newAccount>>

const owned = {
  userId: 'somebody-else',
  user_id: 'somebody-else',
  sessionId: 'somebody-else',
  role: 'admin',
  isAdmin: true,
  plan: 'premium',
  verifiedAt: 1,
  emailVerified: true,
  firstPurchaseAt: 1,
  first_purchase_at: 1,
  deletionRequestedAt: 1,
  passwordHash: 'scrypt$1$1$1$AA$AA',
  createdAt: 1,
  balance: 1_000_000,
  tokens: 1_000_000,
  price: 0,
  priceTokens: 0,
  cost_in_tokens: 0,
  chargedTokens: 0,
  siteTokens: 0,
  status: 'completed',
  state: 'completed',
  step: 'completed',
  outcome: 'complete',
  operationId: 'chosen-by-client',
  upstreamModel: 'dearest',
  files: [{ index: 0, type: 'text/html', sizeBytes: 1 }]
}

interface Write {
  input(someone: Someone): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Columns of the account that this call may change. */
  changes?: string[]
  costTokens?: number
}

const newPassword = 'Another-Horse8!'
const written = { name: 'Редактор', instruction: 'Правь текст' }
const resetTokenFor = async ({ email }: Someone) => {
  await post('/api/auth/reset-password', { email })
  return newestLinkTo(email, 'reset-password')
}
const changeTokenFor = async ({ accessToken }: Someone) => {
  const newEmail = newAddress()
  await call('/api/user/email', { method: 'PUT', accessToken, body: { newEmail, currentPassword: password } })
  return newestLinkTo(newEmail, 'confirm-email-change')
}

const writes: Partial<Record<Name, Write>> = {
  login: { input: ({ email }) => ({ email, password }) },
  refresh: { input: ({ refreshToken }) => ({ refreshToken }) },
  logout: { input: () => ({}) },
  resendVerification: { input: ({ email }) => ({ email }) },
  requestPasswordReset: { input: ({ email }) => ({ email }) },
  confirmPasswordReset: {
    input: async (someone) => ({ token: await resetTokenFor(someone), newPassword }),
    changes: ['password_hash']
  },
  chooseReadyChannel: { input: () => ({ channel: 'mail' }), changes: ['ready_channel'] },
  addPushDevice: {
    input: () => ({
      endpoint: `${env.PUSH_ORIGINS}/push/${crypto.randomUUID()}`,
      p256dh: 'B'.repeat(87),
      auth: 'A'.repeat(22)
    }),
    changes: ['ready_channel']
  },
  clearFailures: { input: () => ({}) },
  updateProfile: { input: () => ({ displayName: 'Анна' }), changes: ['display_name'] },
  changePassword: { input: () => ({ currentPassword: password, newPassword }), changes: ['password_hash'] },
  changeEmail: { input: () => ({ newEmail: newAddress(), currentPassword: password }) },
  confirmEmailChange: { input: async (someone) => ({ token: await changeTokenFor(someone) }) },
  deleteAccount: { input: () => ({ currentPassword: password }), changes: ['deletion_requested_at'] },
  exportAccount: { input: () => ({}) },
  openLive: { input: () => ({}) },
  checkBalance: { input: () => ({}) },
  makeApiKey: { input: () => ({ name: 'Ключ' }) },
  changeBudget: { input: () => ({ period: 'day', limitTokens: 5 }) },
  createConversation: { input: () => ({ service: 'chatgpt', id: 1, role: written }) },
  addRole: { input: () => written },
  createLibraryFolder: { input: () => ({ name: 'Папка' }) },
  createFolder: { input: () => ({ name: 'Папка' }) },
  changeChatSettings: { input: async ({ userId }) => ({ id: (await addChat(userId)).id, worksTokens: 50 }) },
  changeProject: {
    input: async ({ userId }) => ({ id: await addChatFolder(userId), instruction: 'Кратко', memory: false })
  },
  changeInstruction: { input: async ({ userId }) => ({ id: (await addChat(userId)).id, instruction: 'Иначе' }) },
  switchMemory: { input: () => ({ isOn: true }) },
  remember: { input: () => ({ text: 'Живу у моря' }) },
  changeAbout: { input: () => ({ about: 'Инженер' }), changes: ['about'] },
  renameConversation: { input: async ({ userId }) => ({ id: (await addChat(userId)).id, title: 'Имя' }) },
  addMessage: { input: async ({ userId }) => ({ id: (await addChat(userId)).id, content: 'Вопрос', role: 'user' }) },
  changeSubscription: { input: () => ({ planId: 'premium' }) },
  generateText: { input: () => ({ service: 'chatgpt', prompt: 'Кратко: что такое эхо?' }), costTokens: 5 },
  generateImage: { input: () => ({ service: 'flux', prompt: 'Кот' }), costTokens: 1 },
  helpWithPrompt: { input: () => ({ service: 'flux', idea: 'Кот' }), costTokens: 1 }
}

/** Calls that share code with one above, or whose own tests check their fields. */
const elsewhere: Name[] = [
  'register',
  // identities.test.ts and those beside it.
  'beginSignIn',
  'beginLink',
  'finishIdentity',
  'createWithIdentity',
  'linkIdentity',
  'createShare',
  'importConversation',
  'placeJobs',
  'deleteLibraryJobs',
  'zipJobs',
  'renameLibraryFolder',
  'createJobShare',
  'placeConversation',
  // many-chats.test.ts.
  'placeConversations',
  'deleteConversations',
  'renameFolder',
  // projects.test.ts.
  'addProjectFile',
  'changeRole',
  // documents.test.ts and the two beside it.
  'openDocument',
  'saveDocument',
  'requestChange',
  'renameDocument',
  // memory.test.ts.
  'changeMemoryLine',
  'showVersion',
  'branchConversation',
  'generateDalle',
  'editImage',
  'changePicture',
  'generateVideo',
  'generateAudio',
  'transcribe',
  'redoJob',
  'addAttachment',
  'startPurchase',
  'confirmPayment',
  'notifyPayment',
  // api-keys.test.ts.
  'changeApiKey',
  'replaceApiKey',
  // Takes nothing but its path: budgets.test.ts.
  'liftBudget',
  // The files of passkeys, the second step and the fresh proof.
  'passkeySignInOptions',
  'signInWithPasskey',
  'secondStepOptions',
  'takeSecondStep',
  'proofOptions',
  'proveAgain',
  'newPasskeyOptions',
  'addPasskey',
  'renamePasskey',
  'connectAuthenticator',
  'confirmAuthenticator',
  'switchSecondStep',
  'renewRecoveryCodes',
  // Changes the balance: promo-codes.test.ts.
  'redeemPromo',
  // Of operators alone: operator-access.security.test.ts.
  'beginFactor',
  'enterConsole'
]

test('every writing call is listed', () => {
  const writing = (Object.entries(mountedEndpoints) as [Name, Endpoint][])
    .filter(([, { method }]) => method === 'POST' || method === 'PUT')
    .map(([name]) => name)
  expect([...Object.keys(writes), ...elsewhere].toSorted()).toEqual(writing.toSorted())
})

const accountOf = async (userId: string) =>
  (await env.DB.prepare('select * from users where id = ?').bind(userId).first()) ?? {}

describe.each(Object.entries(writes))('%s', (name, { input, changes = [], costTokens = 0 }) => {
  test('ignores fields that the client may not set', async () => {
    const someone = await newAccount()
    await giveTokens(someone.userId, 10)
    const before = await accountOf(someone.userId)
    const { method, path, body } = requestFor(mountedEndpoints[name as Name], await input(someone))
    const sent = { ...owned, ...(body as object) }
    const answer = await call(`/api${path}`, {
      method,
      body: sent,
      accessToken: someone.accessToken,
      headers: { prefer: 'wait=20' }
    })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })

    const after = await accountOf(someone.userId)
    const changed = Object.keys(after).filter((column) => after[column] !== before[column])
    expect(changed).toEqual(changes)
    const expected = { availableTokens: 10 - costTokens, reservedTokens: 0, usedTokens: costTokens }
    expect(await userOf(env, someone.userId).view()).toMatchObject(expected)
  })
})

test('none of these calls has written for somebody else, or under an id that the client chose', async () => {
  for (const table of ['sessions', 'conversations', 'jobs', 'email_changes', 'email_links'])
    expect(await rowsOnD1(`select * from ${table} where user_id = 'somebody-else'`), table).toEqual([])
  expect(await rowsOnD1("select * from jobs where operation_id = 'chosen-by-client'")).toEqual([])
})
