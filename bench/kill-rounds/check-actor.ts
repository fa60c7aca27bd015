// The conditions for a user after a round, at whatever moment the kill came.
import type { Message } from '#contract/chats.ts'
import type { BalanceCheck, OperationChain, TokenAccount, UsageHistory } from '#contract/wallet.ts'
import type { Call } from '#sandbox/base/calls.ts'
import { type Actor, tasksOf } from './actor.ts'
import { boughtTokens } from './purchase-task.ts'
import type { Checked } from './task.ts'

const bonusTokens = 10

export interface CheckedActor {
  problems: string[]
  /** How each piece of work ended, by its id. */
  outcomes: Map<string, string>
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Every operation has one beginning and one end. */
async function checkSteps({ caller }: Actor, id: string): Promise<string[]> {
  const { steps } = await caller.call<OperationChain>(`/ai/usage/${encodeURIComponent(id)}`)
  const kinds = steps.map(({ kind }) => kind).join(' ')
  return ['reserve', 'reserve settle', 'reserve release', 'credit'].includes(kinds) ? [] : [`${id}: steps ${kinds}`]
}

/** Every question and answer is saved once, and no other message is. */
async function checkMessages({ caller, conversations, answers }: Actor, checked: Map<string, Checked>) {
  const problems: string[] = []
  for (const id of conversations) {
    const { messages } = await caller.call<{ messages: Message[] }>(`/chat/conversations/${id}/messages`)
    const own = answers.filter(({ question }) => question.conversationId === id)
    if (messages.length !== 2 * own.length) problems.push(`conversation ${id}: ${messages.length} messages`)
    problems.push(...own.flatMap((task) => task.checkMessages(messages, checked.get(task.id)?.content ?? '')))
  }
  return problems
}

async function checkBalance(actor: Actor, history: UsageHistory, checked: readonly Checked[]) {
  const { caller, pictures } = actor
  const account = await caller.call<TokenAccount>('/user/tokens')
  const audit = await caller.call<BalanceCheck>('/user/tokens/check', { method: 'POST', body: {} })
  const { tokens, reservedTokens } = account
  const expected = bonusTokens - sum(checked.map(({ chargedTokens }) => chargedTokens))
  const reserved = pictures.filter(({ isChecking }) => isChecking).length
  const spent = sum(history.usage.map(({ cost_in_tokens: cost }) => cost))
  const held = sum(history.running.map(({ reserved_tokens: reserves }) => reserves))
  const told = `${tokens} + ${reservedTokens} reserved`
  const wrong = {
    [`the balance is ${told}, and what was told adds up to ${expected}`]: tokens + reservedTokens !== expected,
    [`${reserved} outcomes are unknown, and the balance is ${told}`]: reservedTokens !== reserved,
    [`the balance is ${told}, and the history adds up to ${history.carriedTokens - spent - held}`]:
      history.hasMore || history.carriedTokens - spent - held !== tokens || history.tokens !== tokens,
    [`the audit disagrees: ${JSON.stringify(audit)}`]:
      !audit.agrees || audit.tokens !== tokens || audit.purchasedTokens !== boughtTokens
  }
  return Object.entries(wrong).flatMap(([problem, is]) => (is ? [`${caller.person.userId}: ${problem}`] : []))
}

/** @param calls all that the upstreams got */
export async function checkActor(actor: Actor, calls: readonly Call[]): Promise<CheckedActor> {
  const history = await actor.caller.call<UsageHistory>('/ai/usage')
  const usage = [...history.usage, ...history.running]
  const tasks = tasksOf(actor)
  const checked = new Map<string, Checked>()
  for (const task of tasks) checked.set(task.id, await task.check({ usage, calls }))
  const all = [...checked.values()]
  const problems = all.flatMap((one) => one.problems)
  // The bonus, and one line for each piece of work.
  if (usage.length !== tasks.length + 1) problems.push(`${actor.caller.person.userId}: ${usage.length} lines`)
  for (const { id } of usage) problems.push(...(await checkSteps(actor, id)))
  problems.push(...(await checkMessages(actor, checked)), ...(await checkBalance(actor, history, all)))
  return { problems, outcomes: new Map([...checked].map(([id, { outcome }]) => [id, outcome])) }
}
