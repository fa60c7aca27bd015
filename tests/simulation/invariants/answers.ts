// Text answers: what the model said, what was kept of it, what it costs.
import { answerChargeRules } from '#contract/catalogue/charge-rules.ts'
import type { Check, Facts, Line, WalletFacts } from '../world/facts.ts'

/** As the catalogue has it for the model of the simulated answers. */
const priceTokens = 5
const referenceLength = 1500

const firstIdOf = (operationId: string) => operationId.replace(/~\d+$/, '')
const isOfAnswer = (facts: Facts, { operationId }: Line) => operationId in facts.world.answers

function endedAnswers(facts: Facts, { lines }: WalletFacts): Line[] {
  return lines.filter((line) => line.kind === 'settle' && isOfAnswer(facts, line))
}

/** What may be charged, by the rules that users read. */
function mayCost(outcome: string, length: number, isOnPlan: boolean): number {
  const { share } = answerChargeRules[outcome as keyof typeof answerChargeRules] ?? { share: 'nothing' }
  if (length === 0 || share === 'nothing' || isOnPlan) return 0
  return share === 'whole' ? priceTokens : Math.min(priceTokens, Math.ceil((priceTokens * length) / referenceLength))
}

const calledFor = ({ world }: Facts, id: string) =>
  world.network.model.calls.filter(({ operationId }) => operationId === firstIdOf(id))

const ofEnded =
  (check: (facts: Facts, wallet: WalletFacts, line: Line) => boolean): Check =>
  (facts, { wallets }) => {
    for (const wallet of wallets) {
      const wrong = endedAnswers(facts, wallet).find((line) => !check(facts, wallet, line))
      if (wrong) return `${wrong.operationId}: ${wrong.outcome}, ${wrong.charged} tokens`
    }
    return null
  }

export const answerInvariants: Record<string, Check> = {
  'an answer costs what was delivered of it': ofEnded((facts, wallet, line) => {
    const text = facts.keptText(wallet, firstIdOf(line.operationId))
    const isOnPlan = wallet.lines.some(({ operationId, plan }) => operationId === line.operationId && plan > 0)
    return text === null || line.charged === mayCost(line.outcome, text.length, isOnPlan)
  }),
  'a kept text is what the model has said': ofEnded((facts, wallet, { operationId }) => {
    const text = facts.keptText(wallet, firstIdOf(operationId))
    return text === null || text === '' || calledFor(facts, operationId).some((call) => call.text.startsWith(text))
  }),
  'a whole answer is kept as a whole': ofEnded((facts, wallet, { operationId, outcome }) => {
    const text = facts.keptText(wallet, firstIdOf(operationId))
    const isWhole = outcome === 'complete' || outcome === 'truncated'
    return text === null || !isWhole || calledFor(facts, operationId).some((call) => call.isWhole && call.text === text)
  })
}
