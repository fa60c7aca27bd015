// The texts and jobs of a user. Every call gives a reason, which is a line of the record.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { readingReason, subjectId as id } from '../access/change.ts'
import { rowId } from '../../validation.ts'

const conversation = z.object({
  id: z.number(),
  title: z.string(),
  service: z.string(),
  model: z.string(),
  updated_at: z.number()
})

/** POST, because the reason may be long, and must not be kept in caches and logs. */
export const readPersonConversations = endpoint({
  call: 'POST /operator/people/:id/conversations/read',
  permission: 'people.change',
  recorded: true,
  input: z.object({ id, offset: z.number().int().min(0).max(10_000).default(0), reason: readingReason }),
  output: z.object({ conversations: z.array(conversation), total: z.number().int() })
})

const message = z.object({
  id: z.number(),
  role: z.string(),
  content: z.string(),
  model: z.string(),
  created_at: z.number()
})

/** All messages, also those of other versions, oldest first. */
export const readPersonConversation = endpoint({
  call: 'POST /operator/people/:id/conversations/:conversation_id/read',
  permission: 'people.change',
  recorded: true,
  input: z.object({
    id,
    conversation_id: rowId,
    after: z.number().int().min(0).default(0),
    reason: readingReason
  }),
  /** `next`: what to send as `after` for more; null: there is no more. */
  output: z.object({ conversation, messages: z.array(message), next: z.number().int().nullable() })
})

/** A job: what was asked for, and links to its files that end soon. */
export const readPersonJobs = endpoint({
  call: 'POST /operator/people/:id/works/:job_id/read',
  permission: 'people.change',
  recorded: true,
  input: z.object({ id, job_id: id, reason: readingReason }),
  output: z.object({
    work: z.object({
      id: z.string(),
      service: z.string(),
      model: z.string().nullable(),
      state: z.string(),
      prompt: z.string().nullable(),
      parameters: z.record(z.string(), z.unknown()),
      files: z.array(z.object({ url: z.string(), type: z.string() })),
      created_at: z.number()
    })
  })
})
