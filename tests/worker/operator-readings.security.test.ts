// Every call of operators that reads is either about no user, or leaves a line with the operator and the user. A new one must be
// named here.
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorEndpoints } from '#scripts/openapi/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { callAs, findAs } from '../support/worker/console.ts'
import { requestFor } from '../support/worker/endpoint-request.ts'
import { emailOf, newOperator, type OperatorPerson } from '../support/worker/operating.ts'
import { addChat, addJob } from '../support/worker/owner.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { addPayment } from '../support/worker/reconciling.ts'

type Name = keyof typeof operatorEndpoints

/** Figures, prices, machines, colleagues, and lists of what is to be done, which name users by their ids alone. */
const aboutNobody: readonly Name[] = [
  'openAlarms',
  'openAlarm',
  'openReconciliation',
  'openBackups',
  'openClock',
  'openDatabases',
  'readOperatorSession',
  'listOperatorJobs',
  'listServices',
  'listDeadLetters',
  'listTokenChanges',
  'countReviews',
  'listTeam',
  'readRecord',
  'openClosing',
  'openStorage',
  'openTrends',
  'openPrices',
  'openMargin',
  'previewPrice',
  'listCodes',
  'listCampaigns',
  'listAnnouncements',
  'listSuppliers',
  'openSupplierList',
  'listModels',
  'readModelHistory',
  'openTraffic',
  'replayTraffic',
  'listWorks',
  'readWorkHistory'
]

/** POST keeps what is typed out of logs of addresses; nothing changes by it. */
const readsByPost: readonly Name[] = [
  'findPeople',
  'readPersonConversations',
  'readPersonConversation',
  'readPersonJobs'
]

const calls = Object.entries(operatorEndpoints) as [Name, Endpoint][]
const reads = calls.filter(([name, { method }]) => method === 'GET' || readsByPost.includes(name))
const recorded = reads.filter(([, { recorded: isRecorded }]) => isRecorded).map(([name]) => name)

test('a call that reads is declared: recorded, or about no user', () => {
  expect([...recorded, ...aboutNobody].toSorted()).toEqual(reads.map(([name]) => name).toSorted())
  expect(recorded.filter((name) => aboutNobody.includes(name))).toEqual([])
})

let owner: OperatorPerson
let person: Person
const inputs = {} as Record<string, Record<string, unknown>>
beforeAll(async () => {
  owner = await newOperator('owner')
  person = await newPerson({ tokens: 5 })
  const { userId: id } = person
  const reason = 'Жалоба на содержание'
  await userOf(env, id).view()
  const { jobId } = await addJob(id)
  const { id: chat } = await addChat(id)
  const payment = await addPayment(person, { providerPaymentId: null })
  const month = new Date().toISOString().slice(0, 7)
  Object.assign(inputs, {
    findPeople: { sought: await emailOf(id) },
    openPayment: { id: payment },
    listPayments: { user: id },
    listDebts: {},
    exportRecord: {},
    openRedos: {},
    openJob: { id: jobId },
    readBooks: { id, month },
    exportMoney: { month },
    readPersonConversations: { id, reason },
    readPersonConversation: { id, conversation_id: chat, reason },
    readPersonJobs: { id, job_id: jobId, reason }
  })
})

const linesOf = async () =>
  (
    await env.DB.prepare(
      `select operator, action, facts, subject from operator_actions where phase = 'read' order by rowid`
    ).all<{
      operator: string
      action: string
      facts: string
      subject: string
    }>()
  ).results

async function ask(name: Name): Promise<Response> {
  const { method, path, body } = requestFor(operatorEndpoints[name], inputs[name] ?? { id: person.userId })
  return owner.send(method, path.replace(/^\/operator/, ''), body as object | undefined)
}

test.each(recorded)('a recorded call %s leaves one line', async (name) => {
  const before = await linesOf()
  const answer = await ask(name)
  expect(answer.status).toBe(200)
  await answer.text()
  const added = (await linesOf()).slice(before.length)
  expect(added).toMatchObject([{ operator: owner.name }])
})

test('a search without a result leaves a line without what was typed', async () => {
  const before = await linesOf()
  expect(await findAs(owner, 'nobody@nowhere.example')).toEqual([])
  const added = (await linesOf()).slice(before.length)
  expect(added).toMatchObject([{ operator: owner.name, action: 'person-miss', facts: '{"by":"email"}' }])
  expect(JSON.stringify(added)).not.toContain('nowhere')
})

test('addresses are not tried out one after the other', async () => {
  // One more search comes back every three seconds.
  vi.useFakeTimers({ toFake: ['Date'] })
  const trying = await newOperator('support')
  const statuses: number[] = []
  for (let times = 0; times < 21; times++)
    statuses.push((await callAs(trying, 'POST', '/people/find', { sought: `nobody-${times}@nowhere.example` })).status)
  expect(statuses.slice(-2)).toEqual([200, 429])
})

test('the list of all payments leaves a line like the list of one person', async () => {
  const before = await linesOf()
  expect((await owner.send('GET', '/payments')).status).toBe(200)
  expect((await linesOf()).slice(before.length)).toMatchObject([{ action: 'payments-list', operator: owner.name }])
})
