// An interaction in the wire format of Google's API.
import type { JsonObject } from '../base/json.ts'
import type { MediaExchange } from './exchange.ts'
import type { Task, TaskStatus } from './tasks.ts'

export const ID_PREFIX = 'v1_'

// Google has no state for a refusal: it completes with a text and no video.
const REFUSAL = 'I cannot create this video because it may violate the safety guidelines.'

export function interactionOf(task: Task, status: TaskStatus, exchange: MediaExchange) {
  const { model, input } = task.facts
  const asked = { type: 'user_input', content: [{ type: 'text', text: input }] }
  const { name, answer, ...more } = endOf(task, status, exchange)
  return {
    id: task.id,
    object: 'interaction',
    status: name,
    model,
    created: new Date(task.createdAt).toISOString(),
    updated: new Date(exchange.state.clock.now()).toISOString(),
    ...(answer && { steps: [asked, ...answer] }),
    ...more
  }
}

function endOf(task: Task, status: TaskStatus, { origin }: MediaExchange) {
  switch (status.state) {
    case 'finished': {
      const uri = `${origin}/google/v1/files/${task.id.slice(ID_PREFIX.length)}:download?alt=media`
      const answer = status.result ? output({ type: 'video', mime_type: 'video/mp4', uri }) : []
      return {
        name: 'completed',
        answer,
        usage: { output_tokens_by_modality: [{ modality: 'video', tokens: 57_920 }] }
      }
    }
    case 'moderated':
      return { name: 'completed', answer: output({ type: 'text', text: REFUSAL }) }
    case 'failed':
      return { name: 'failed', errors: [{ code: 'INTERNAL', message: 'Video generation failed.' }] }
    case 'cancelled':
      return { name: 'cancelled' }
    case 'queued':
    case 'running':
    case 'missing':
    case 'unanswered':
      return { name: 'in_progress' }
    default:
      return status satisfies never
  }
}

const output = (content: JsonObject) => [{ type: 'model_output', content: [content] }]
