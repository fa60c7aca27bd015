import type { Hono } from 'hono'
import { describedBy } from '#contract/catalogue/prompt-help.ts'
import { pricedModel } from '#contract/catalogue/prices.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import { helpWithPrompt } from '#contract/prompt-help.ts'
import { helpOutputTokensMax, helpReferenceLength, readHelp } from '#domain/prompt-help.ts'
import type { AskCommand } from '#durable-objects/answer/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { digestOf } from '../crypto/digest.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { textLimit } from '../http/limit.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { sessionOf } from '../http/admitted.ts'
import { inForce } from '../http/in-force.ts'
import { serve, sessionByObject } from '../http/serve.ts'
import { shownTokensOf } from '../http/shown-price.ts'
import { refused } from '../premium/refused.ts'
import { deliveredEnd } from './delivered.ts'
import { modelOfPromptHelp, routingFacts } from './sold-model.ts'

/** How long a client waits before it asks again about a running operation. */
const retrySoon = { retryAfter: 3 }

interface Idea {
  service: string
  idea: string
}

/** An answer without a conversation: the user's object reserves, asks, keeps the text for a day and settles as in a chat. */
async function commandOf({ service, idea }: Idea, operationId: string, c: AppContext): Promise<AskCommand> {
  const { environment, caller } = c.var
  const entry = findStudioEntry(service)
  const helpTask = entry ? describedBy(entry) : null
  if (helpTask === null) throw new AppError('BAD_REQUEST')
  const shop = await inForce(c)
  const model = modelOfPromptHelp(shop)
  const routing = routingFacts(model, shop, helpOutputTokensMax)
  return {
    caller: sessionOf(c),
    request: {
      userTag: userTagOf(caller.userId),
      operationId,
      fingerprint: digestOf(JSON.stringify(['prompt-help', service, idea])),
      service: model.service,
      model: model.id,
      priceTokens: pricedModel(model, shop.prices).priceTokens,
      referenceLength: helpReferenceLength,
      ...routing.request,
      conversationId: null,
      prompt: idea,
      helpTask
    },
    ...routing.command,
    shownTokens: shownTokensOf(c),
    isBasicModel: model.basic,
    runningMax: environment.LIMIT_RUNNING_ANSWERS,
    limit: textLimit(environment)
  }
}

/** The prompt helper of the studio. */
export function mountPromptHelp(app: Hono<HonoEnv>) {
  serve(app, sessionByObject(helpWithPrompt), async (input, c) => {
    const operationId = operationIdOf(c)
    const command = await commandOf(input, operationId, c)
    const finished = await userOf(c.env, c.var.caller.userId).askAndWait(command)
    if (finished.state === 'refused') throw refused(finished, retrySoon, command.request.priceTokens)
    const { billing, settlement } = deliveredEnd(finished)
    return { prompt: readHelp(finished.content), operationId, billing, balance: settlement.balanceTokens }
  })
}
