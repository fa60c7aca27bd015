// What one order of pictures or speech has cost, as `GET /v1/generation` tells it.
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { workModels } from '#contract/v1/work-models.ts'
import { openHistory } from '#data/base/database.ts'
import { findSubmitted } from '#data/history/job-batches.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { isSettled } from '../../jobs/await-job.ts'
import type { AppContext } from '../../http/context.ts'
import { operationPrefix } from './operation-prefix.ts'

interface Asked {
  userId: string
  keyId: string
  operationId: string
}

const modelOf = ({ service, model }: JobRow): string =>
  workModels.find(({ path, set }) => studioEntryOfPath(path)?.id === service && (set?.['model'] ?? model) === model)
    ?.id ?? service

function outcomeOf(rows: readonly JobRow[]): 'running' | 'complete' | 'refused' | 'stopped' | 'failed' {
  if (!rows.every(isSettled)) return 'running'
  if (rows.some(({ step }) => step === 'completed')) return 'complete'
  if (rows.every(({ step }) => step === 'cancelled')) return 'stopped'
  return rows.some(({ failure }) => failure === 'MODERATED') ? 'refused' : 'failed'
}

/** Null: the key has ordered nothing under this id. */
export async function workReceipt(c: AppContext, { userId, keyId, operationId }: Asked) {
  if (!operationId.startsWith(operationPrefix(keyId))) return null
  const rows = await findSubmitted(openHistory(c.env, userId), userId, operationId)
  const [first] = rows
  if (!first) return null
  const cost = rows.reduce((sum, { chargedTokens }) => sum + (chargedTokens ?? 0), 0)
  const outcome = outcomeOf(rows)
  const ended = Math.max(...rows.map(({ finishedAt, createdAt }) => finishedAt ?? createdAt))
  return {
    model: modelOf(first),
    created_at: new Date(first.createdAt).toISOString(),
    tokens_prompt: 0,
    tokens_completion: 0,
    native_tokens_cached: 0,
    total_cost: cost,
    usage: cost,
    is_estimated: false,
    outcome,
    generation_time: outcome === 'running' ? null : ended - first.createdAt
  }
}
