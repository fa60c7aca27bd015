// Every mounted endpoint, called by everybody who may not use it and aimed at objects of another user.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'
import { claimsOf, post, signIn, tokensOf } from '#tests/support/worker/account.ts'
import { jobShareAims, passkeyAims } from '#tests/support/worker/aims.ts'
import { documentAims, openOwnDocument } from '#tests/support/worker/document-aims.ts'
import { namesObject, requestFor } from '#tests/support/worker/endpoint-request.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { lapsed } from '#tests/support/worker/lapsed.ts'
import { aimsAtMemory, newOwner, type Owner, possessionsOf, finishedJobId } from '#tests/support/worker/owner.ts'
import { dataUrl, png } from '#tests/support/worker/pictures.ts'
import { folderAims } from '#tests/support/worker/projects.ts'
import { answered, newPerson, type Person, sendAsVisitor } from '#tests/support/worker/person.ts'

hashCheaply()

type Name = keyof typeof mountedEndpoints
const mounted = Object.entries(mountedEndpoints) as [Name, Endpoint][]
const guarded = mounted.filter(([, { access }]) => access !== 'public')
const answerId = 'answer-of-the-owner'

let owner: Owner
let [otherSession, ownersShare, ownersDevice, ownersJobShare, ownersKey] = ['', '', '', '', '']
let ownersDocument: Parameters<typeof documentAims>[0]
let aimsAtPasskeys: Awaited<ReturnType<typeof passkeyAims>>
let stranger: Person
beforeAll(async () => {
  owner = await newOwner()
  otherSession = claimsOf(tokensOf(await signIn(owner.email)).accessToken).sid
  const asked = await post(
    '/api/ai/text/chatgpt',
    { prompt: 'Кратко: что такое тень?', conversationId: owner.conversationId },
    { accessToken: owner.accessToken, headers: { 'idempotency-key': answerId } }
  )
  expect(asked.status).toBe(200)
  const shared = await post(`/api/chat/conversations/${owner.conversationId}/shares`, {}, owner)
  ownersShare = (shared.body.data!['share'] as { id: string }).id
  const subscription = { endpoint: `${env.PUSH_ORIGINS}/push/owner`, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const allowed = await post('/api/user/ready/devices', subscription, owner)
  ownersDevice = (allowed.body.data!['devices'] as { id: string }[])[0]!.id
  const shownJob = await post(`/api/library/works/${finishedJobId}/shares`, { days: null, withPrompt: true }, owner)
  ownersJobShare = (shownJob.body.data!['share'] as { id: string }).id
  const madeKey = await post('/api/api-keys', { name: 'Сервер' }, owner)
  ownersKey = (madeKey.body.data!['apiKey'] as { id: string }).id
  ownersDocument = await openOwnDocument(owner)
  aimsAtPasskeys = await passkeyAims(owner.userId)
  stranger = await newPerson({ tokens: 20 })
})

const send = ({ send: call }: Pick<Person, 'send'>, endpoint: Endpoint) => {
  const { method, path, body } = requestFor(endpoint, { service: 'flux' })
  return call(method, path, body)
}

/** Calls with the owner's claims under a wrong signature. */
const altered: Person['send'] = (method, path, body, headers = {}) => {
  const [head = '', claims = ''] = owner.accessToken.split('.')
  const authorization = `Bearer ${head}.${claims}.${'A'.repeat(43)}`
  return sendAsVisitor(method, path, body, { authorization, ...headers })
}

describe('without a living session of a confirmed account', () => {
  const closed = { status: 401, success: false, data: null, code: 'UNAUTHORIZED' }

  test('a visitor and an altered token are refused by every call', async () => {
    for (const [name, endpoint] of guarded)
      for (const call of [sendAsVisitor, altered])
        expect(await answered(await send({ send: call }, endpoint)), name).toMatchObject(closed)
  })

  test.each(lapsed)('%s is refused by every call that needs a session', async (_, makePerson) => {
    const person = await makePerson()
    for (const [name, endpoint] of guarded.filter(([, { access }]) => access === 'session'))
      expect(await answered(await send(person, endpoint)), name).toMatchObject(closed)
  })

  // An access token lasts ten minutes. Calls that cost, change or delete anything also check the session.
  test('only signing out accepts an access token without checking the session', () => {
    const believing = guarded.filter(([, { access }]) => access === 'user').map(([name]) => name)
    expect(believing).toEqual(['logout'])
  })
})

interface Aim {
  theirs: Record<string, unknown>
  nobodys: Record<string, unknown>
}

/** For every call that names an object: input with an object of the owner, and with one that does not exist. */
const aimsOf = (): Partial<Record<Name, Aim>> => {
  const conversation = { theirs: { id: owner.conversationId }, nobodys: { id: 987_654_321 } }
  const withBody = (body: object): Aim => ({
    theirs: { ...conversation.theirs, ...body },
    nobodys: { ...conversation.nobodys, ...body }
  })
  const inChat = (body: object): Aim => ({
    theirs: { ...body, conversationId: owner.conversationId },
    nobodys: { ...body, conversationId: 987_654_321 }
  })
  const answer = { theirs: { id: answerId }, nobodys: { id: 'answer-of-nobody' } }
  const attachment = { theirs: { id: owner.attachmentId }, nobodys: { id: 'attachment-of-nobody' } }
  const job = { theirs: { id: finishedJobId }, nobodys: { id: 'work-of-nobody' } }
  const written = { name: 'Чужое', instruction: 'Чужое' }
  const role = { theirs: { id: owner.roleId, ...written }, nobodys: { id: 987_654_321, ...written } }
  const payment = { theirs: { id: owner.paymentId }, nobodys: { id: crypto.randomUUID() } }
  const key = { theirs: { id: ownersKey }, nobodys: { id: '00000000' } }
  return {
    changeApiKey: key,
    replaceApiKey: key,
    endApiKey: key,
    renameConversation: withBody({ title: 'Чужое' }),
    deleteConversation: conversation,
    readConversation: conversation,
    placeConversation: withBody({ archived: true }),
    ...folderAims(owner),
    listMessages: conversation,
    addMessage: withBody({ content: 'Чужое' }),
    showVersion: withBody({ messageId: owner.messageId }),
    readInstruction: conversation,
    changeInstruction: withBody({ instruction: 'Чужое' }),
    readChatSettings: conversation,
    changeChatSettings: withBody({ worksTokens: 1000 }),
    changeRole: role,
    deleteRole: role,
    ...aimsAtMemory(owner),
    branchConversation: withBody({ messageId: owner.messageId }),
    createShare: conversation,
    listShares: { theirs: { conversationId: owner.conversationId }, nobodys: { conversationId: 987_654_321 } },
    revokeShare: { theirs: { id: ownersShare }, nobodys: { id: 'share-of-nobody' } },
    ...documentAims(ownersDocument, owner.conversationId),
    generateText: inChat({ service: 'chatgpt', prompt: 'Кратко' }),
    generateImage: inChat({ service: 'flux', prompt: 'Чужое' }),
    generateDalle: inChat({ prompt: 'Чужое' }),
    generateVideo: inChat({ service: 'luma', prompt: 'Чужое' }),
    generateAudio: inChat({ service: 'elevenlabs', prompt: 'Чужое' }),
    editImage: inChat({ prompt: 'Чужое', image: dataUrl('image/png', png(64, 64)) }),
    readAnswer: answer,
    stopAnswer: answer,
    readOperation: answer,
    findAsked: answer,
    readAttachment: attachment,
    removeAttachment: attachment,
    readJob: job,
    readLineage: job,
    cancelJob: job,
    redoJob: job,
    deleteJob: job,
    changePicture: {
      theirs: { ...job.theirs, action: 'upscale', tile: 1 },
      nobodys: { ...job.nobodys, action: 'upscale', tile: 1 }
    },
    listLibrary: { theirs: { before: finishedJobId }, nobodys: { before: 'work-of-nobody' } },
    // Of works only those are changed that the caller has: decisions about them are in library.test.ts.
    placeJobs: {
      theirs: { ids: [finishedJobId], folderId: owner.libraryFolderId },
      nobodys: { ids: ['work-of-nobody'], folderId: 987_654_321 }
    },
    renameLibraryFolder: {
      theirs: { id: owner.libraryFolderId, name: 'Чужое' },
      nobodys: { id: 987_654_321, name: 'Чужое' }
    },
    deleteLibraryFolder: { theirs: { id: owner.libraryFolderId }, nobodys: { id: 987_654_321 } },
    ...jobShareAims(ownersJobShare),
    ...aimsAtPasskeys,
    listJobs: { theirs: { before: finishedJobId }, nobodys: { before: 'work-of-nobody' } },
    removePushDevice: { theirs: { id: ownersDevice }, nobodys: { id: 'f'.repeat(64) } },
    confirmPayment: payment,
    readPayment: payment,
    listPayments: { theirs: { before: owner.paymentId }, nobodys: { before: crypto.randomUUID() } },
    revokeSession: { theirs: { id: otherSession }, nobodys: { id: crypto.randomUUID() } }
  }
}

describe('objects of another user', () => {
  test('every call that names an object is tested below', () => {
    const named = guarded.filter(([, one]) => namesObject(one)).map(([name]) => name)
    expect(Object.keys(aimsOf()).toSorted()).toEqual(named.toSorted())
  })

  test('look like missing objects to every call, and no call changes them', async () => {
    await expect.poll(async () => (await possessionsOf(owner)).rows['usage']?.length).toBe(2)
    const before = await possessionsOf(owner)
    for (const [name, { theirs, nobodys }] of Object.entries(aimsOf()) as [Name, Aim][]) {
      const ask = async (input: Record<string, unknown>, headers: Record<string, string> = {}) => {
        const { method, path, body } = requestFor(mountedEndpoints[name], input)
        return answered(await stranger.send(method, path, body, headers))
      }
      // Only answers of chats can be streamed.
      const streams = mountedEndpoints[name].path.startsWith('/ai/text') ? ['text/event-stream'] : []
      for (const accept of ['application/json', ...streams]) {
        const answer = await ask(theirs, { accept })
        expect(answer, name).toEqual(await ask(nobodys, { accept }))
        expect(answer.status, name).toBe(
          /^(list(Jobs|Payments|Library|JobShares)|declineMemory)$/.test(name) ? 200 : 404
        )
      }
    }
    expect(await possessionsOf(owner)).toEqual(before)
  })

  test('paging one’s own messages does not reach into another user’s chat', async () => {
    const { conversation } = (
      await answered(await stranger.send('POST', '/chat/conversations', { service: 'chatgpt', title: 'Своё' }))
    ).data as { conversation: { id: number } }
    const path = `/chat/conversations/${conversation.id}/messages?before=${owner.messageId + 1000}`
    expect(await answered(await stranger.send('GET', path))).toMatchObject({
      status: 200,
      data: { messages: [], hasMore: false }
    })
  })

  test('the same operation id of another user is another operation', async () => {
    const before = await possessionsOf(owner)
    const headers = { 'idempotency-key': answerId, accept: 'application/json' }
    const asked = await stranger.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко: что такое свет?' }, headers)
    expect(await answered(asked)).toMatchObject({ status: 200, data: { billing: { siteTokens: 5 } } })
    const made = await stranger.send(
      'POST',
      '/ai/image/flux',
      { prompt: 'море' },
      { 'idempotency-key': finishedJobId, prefer: 'respond-async' }
    )
    expect(made.status).toBe(202)
    expect(await possessionsOf(owner)).toEqual(before)
  })

  test('lists contain nothing of other users', async () => {
    const secrets = [
      ownersShare,
      ownersJobShare,
      'Берега',
      owner.email,
      owner.userId,
      owner.jobId,
      owner.paymentId,
      otherSession,
      answerId,
      'Про море'
    ]
    const person = await newPerson()
    for (const [name, endpoint] of guarded.filter(([, { method, path }]) => method === 'GET' && !path.includes(':'))) {
      const { method, path } = requestFor(endpoint)
      const text = await (await person.send(method, path)).text()
      for (const secret of secrets) expect(text, name).not.toContain(secret)
    }
  })
})
