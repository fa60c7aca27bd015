// What each client goes through, with a key of its own for each scenario.
import { join } from 'node:path'
import { z } from 'zod'
import type { Client } from './list.ts'
import { type Owner, until } from './owner.ts'
import type { Exchange, Recorder } from './recorder.ts'
import { runClient, type Run, secret } from './run.ts'

/** A cheap model for what is paid, and one of which a token buys less than the instructions of any client. */
const model = 'gpt-4o-mini'
const dearModel = 'claude-3-sonnet'
/** Behind what is thought and before a quarter of an answer of 2000 words, in all three forms. */
const stoppedAfterBytes = 20_000
/** With it the sandbox ends what is asked for in brief; what it says only behind the first half of a longer answer. */
const briefEnding = 'а не исключениями'
const longEnding = '### Главное'

interface Place {
  client: Client
  installed: string
  folder: string
  owner: Owner
  recorder: Recorder
  sandboxOrigin: string
}

export interface Finding {
  scenario: string
  /** What is not as expected; empty: all is. */
  problems: string[]
  /** What happened, in a few words. */
  what: string
  tookMs: number
  /** All that the client has written. */
  output: string
  exchanges: Exchange[]
}

interface Walked {
  run: Run
  keyId: string
  exchanges: Exchange[]
}

const sandboxCalls = z.array(
  z.object({ outcome: z.string(), sentCharacters: z.number(), model: z.string().nullable() })
)

/** What models were asked, newest first: letters are calls of the sandbox too. */
async function callsOf(sandboxOrigin: string) {
  const calls = sandboxCalls.parse(await (await fetch(`${sandboxOrigin}/calls.json`)).json())
  return calls.filter(({ model: asked }) => asked !== null)
}

async function setFault(sandboxOrigin: string, fault: string | null, faultCount: number) {
  const body = JSON.stringify(fault === null ? { fault } : { fault, faultCount })
  const { ok, status } = await fetch(`${sandboxOrigin}/control.json`, { method: 'POST', body })
  if (!ok) throw new Error(`The sandbox refuses the switch: ${status}`)
}

async function walk(
  { client, installed, folder, owner, recorder }: Place,
  prompt: (workspace: string) => string,
  {
    total = null,
    isRevoked = false,
    stops = false
  }: { total?: number | null; isRevoked?: boolean; stops?: boolean } = {}
): Promise<Walked> {
  const key = await owner.makeKey('Клиент', total)
  if (isRevoked) await owner.endKey(key.id)
  recorder.begin()
  const places = { home: join(folder, 'home'), workspace: join(folder, 'workspace') }
  const chosen = total === null ? model : dearModel
  const setting = { installed, ...places, origin: recorder.origin, key: key.text, model: chosen }
  const interrupt = stops ? recorder.passed(stoppedAfterBytes) : undefined
  const run = await runClient(client, { ...setting, prompt: prompt(places.workspace) }, interrupt)
  return { run, keyId: key.id, exchanges: [...recorder.exchanges] }
}

const statuses = (exchanges: readonly Exchange[]) => exchanges.map(({ status }) => status ?? '–').join(' ')
const tokens = (cost: number) => `${cost.toFixed(3)} tokens`

const finding = (
  scenario: string,
  { run, exchanges }: Walked,
  what: string,
  problems: (string | false)[]
): Finding => ({
  scenario,
  what: `${exchanges.length} requests (${statuses(exchanges)}), ${what}`,
  problems: [!run.ended && 'it did not end by itself', ...problems].filter((problem) => problem !== false),
  tookMs: run.tookMs,
  output: run.output,
  exchanges
})

async function toolRound(place: Place): Promise<Finding> {
  const { name, given } = place.client.tool
  const walked = await walk(place, (workspace) => `[tool:${name}] «${given(join(workspace, 'note.txt'))}»`)
  const { run, exchanges, keyId } = walked
  const spent = await until(
    () => place.owner.spentBy(keyId),
    ({ calls }) => calls >= exchanges.length
  )
  return finding('a tool', walked, tokens(spent.cost), [
    !run.output.includes(`ответил`) && 'the answer after the tool is not shown',
    !run.output.includes(secret) && 'what the tool has read is not shown',
    exchanges.some(({ status }) => status !== 200) && 'a request was refused',
    spent.calls !== exchanges.length && `${spent.calls} calls are counted`,
    spent.cost <= 0 && 'nothing was charged'
  ])
}

async function stopped(place: Place): Promise<Finding> {
  const before = (await callsOf(place.sandboxOrigin)).length
  const walked = await walk(place, () => 'Расскажи о лесе, 2000 слов', { stops: true })
  const own = async () => {
    const calls = await callsOf(place.sandboxOrigin)
    return calls.slice(0, calls.length - before)
  }
  const asked = await until(own, (calls) => calls.every(({ outcome }) => outcome !== 'running'))
  const spent = await until(
    () => place.owner.spentBy(walked.keyId),
    ({ calls }) => calls >= asked.length
  )
  const sent = asked.reduce((sum, { sentCharacters }) => sum + sentCharacters, 0)
  return finding(
    'stopped',
    walked,
    `${spent.outputTokens} tokens of answer for ${sent} characters, ${tokens(spent.cost)}`,
    [
      asked.length !== walked.exchanges.length && `a supplier was asked ${asked.length} times`,
      !asked.some(({ outcome }) => outcome === 'aborted') && 'no supplier was stopped',
      spent.calls !== asked.length && `${spent.calls} calls are counted`,
      spent.outputTokens <= 0 && 'what was delivered is not charged',
      spent.outputTokens > sent && 'more is charged than was delivered'
    ]
  )
}

async function unpaid(place: Place): Promise<Finding> {
  const most = place.client.requests.unpaid
  const walked = await walk(place, () => 'Кратко: что такое холм?', { total: 1 })
  const { run, exchanges, keyId } = walked
  const spent = await place.owner.spentBy(keyId)
  return finding('no tokens', walked, tokens(spent.cost), [
    exchanges.length === 0 && 'nothing was asked',
    exchanges.length > most && `more than ${most} requests`,
    exchanges.some(({ status }) => status !== 402) && 'another status than 402',
    !run.output.includes('лимит этого ключа') && 'our text is not shown',
    spent.cost > 0 && 'it was charged'
  ])
}

async function revoked(place: Place): Promise<Finding> {
  const most = place.client.requests.revoked
  const walked = await walk(place, () => 'Кратко: что такое холм?', { isRevoked: true })
  const { run, exchanges } = walked
  return finding('a revoked key', walked, 'nothing charged', [
    exchanges.length === 0 && 'nothing was asked',
    exchanges.length > most && `more than ${most} requests`,
    exchanges.some(({ status }) => status !== 401) && 'another status than 401',
    !run.output.includes('Ключ не подходит') && 'our text is not shown'
  ])
}

/** The supplier breaks off in the middle of its first answer, and of the title beside it. */
async function cut(place: Place): Promise<Finding> {
  const { client, owner, sandboxOrigin } = place
  await setFault(sandboxOrigin, 'cut', client.titles ? 2 : 1)
  const walked = await walk(place, () => 'Кратко: что такое холм?')
  await setFault(sandboxOrigin, null, 0)
  const { run, exchanges, keyId } = walked
  const { requests, repeatsCut } = client
  const spent = await until(
    () => owner.spentBy(keyId),
    ({ cost }) => repeatsCut !== true || cost > 0
  )
  const ofRepetition = [
    !run.output.includes(client.resumesCut ? longEnding : briefEnding) && 'it has not repeated the order',
    spent.cost <= 0 && 'the repetition was not charged'
  ]
  return finding('a cut stream', walked, tokens(spent.cost), [
    exchanges.length > requests.cut && `more than ${requests.cut} requests`,
    ...(repeatsCut ? ofRepetition : [spent.cost > 0 && 'it was charged'])
  ])
}

export const scenarios = [toolRound, stopped, unpaid, revoked, cut]
