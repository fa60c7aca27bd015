// What a question to a model would send of a project's files, told before it is asked.
import { chatServiceId } from '#contract/catalogue/chat.ts'
import type { ProjectSending } from '#contract/projects.ts'
import { toldLines } from '#data/history/memory.ts'
import { aboutOf } from '#data/directory/users.ts'
import type { ProjectRow } from '#data/history/projects.ts'
import { projectPartOf } from '#domain/project.ts'
import { wishesLength } from '#durable-objects/user/wishes.ts'
import { type AppContext, historyOf } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { inForce } from '../http/in-force.ts'
import { modelFor, routingFacts } from './sold-model.ts'

/** The model to which the question would go, as the page names it. */
export interface Shown {
  service?: string | undefined
  model?: string | undefined
}

/** Undefined for a model that cannot be asked: then there is no context to tell of, and the project can be read all the same. */
async function modelOf(c: AppContext, { service, model: id }: Shown) {
  const known = chatServiceId.safeParse(service)
  if (!known.success) return undefined
  const shop = await inForce(c)
  try {
    const model = modelFor(shop, known.data, id)
    const { routes } = routingFacts(model, shop).request
    return {
      contextTokens: model.contextTokens,
      outputTokensMax: Math.max(0, ...routes.map((one) => one.outputTokensMax))
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What the question is sent with beside the files: it counts only where the context of a model is known. */
async function besideOf(c: AppContext, { instruction, isMemoryOff }: ProjectRow) {
  const { userId } = c.var.caller
  const [about, memory] = await Promise.all([
    aboutOf(c.var.directory, userId),
    isMemoryOff ? null : toldLines(historyOf(c), userId)
  ])
  return { about, memory: memory ?? '', project: instruction, instruction: '' }
}

/**
 * The same rule as for the question itself, which has more text and so never costs more. A chat may be without the memory: the price
 * is what it would be there, at least as high as with it.
 */
export async function sendingOf(c: AppContext, row: ProjectRow, shown: Shown): Promise<ProjectSending> {
  const { contextTokens = null, outputTokensMax = 0 } = (await modelOf(c, shown)) ?? {}
  const files = row.files.map((file) => ({ ...file, type: file.mediaType, size: file.sizeBytes }))
  const part = (besideLength: number) =>
    projectPartOf(files, { contextTokens, outputTokensMax, prompt: '', files: [], besideLength })
  if (contextTokens === null || files.length === 0) {
    const { kind, tokens } = part(row.instruction.length)
    return { kind, tokens }
  }
  const beside = await besideOf(c, row)
  return { kind: part(wishesLength(beside)).kind, tokens: part(wishesLength({ ...beside, memory: '' })).tokens }
}
