// The calls of routes in all histories, for operators: each is read once.
import { openHistories } from '../base/database.ts'
import { type CountedRoutes, type CountedUsage, countRoutes, countUsage } from '../history/traffic.ts'

export async function readTraffic(env: Env, since: number): Promise<CountedRoutes> {
  const found = await Promise.all(openHistories(env).map(({ history }) => countRoutes(history, since)))
  return { groups: found.flatMap(({ groups }) => groups), isWhole: found.every(({ isWhole }) => isWhole) }
}

/** @param asked see `countUsage` */
export async function readUsage(
  env: Env,
  model: string,
  asked: { since: number; aboveInputTokens: number }
): Promise<{ rows: CountedUsage[]; isWhole: boolean }> {
  const found = await Promise.all(openHistories(env).map(({ history }) => countUsage(history, model, asked)))
  return { rows: found.flatMap(({ rows }) => rows), isWhole: found.every(({ isWhole }) => isWhole) }
}
