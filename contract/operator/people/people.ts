// A user as operators see one: the account, its state, and ways to help. The texts and jobs of a user are in `reading.ts`.
import { z } from 'zod'
import { apiKey } from '../../api-keys.ts'
import { accountPlans } from '../../catalogue/plans.ts'
import { endpoint } from '../../endpoint.ts'
import { identityProviders } from '../../identities.ts'
import { change, operatorAction, subjectId as id } from '../access/change.ts'
import { rowId } from '../../validation.ts'

const found = z.object({
  user_id: z.string(),
  /** Null: the account is erased, and its books are kept. */
  email: z.string().nullable(),
  created_at: z.number().nullable(),
  /** Which of the terms found the account. */
  by: z.enum(['email', 'user', 'payment', 'job', 'operation', 'alarm'])
})
export type FoundPerson = z.infer<typeof found>

/**
 * Finds accounts by an address, the id of a user, a payment (ours or the provider's), a job, an operation that has ended within a
 * year, or the number of an alarm. POST: addresses stay out of logs.
 */
export const findPeople = endpoint({
  call: 'POST /operator/people/find',
  permission: 'people.read',
  recorded: true,
  input: z.object({ sought: z.string().trim().min(1, 'Напишите, кого искать').max(254, 'Слишком длинно') }),
  output: z.object({ people: z.array(found) })
})

const session = z.object({
  id: z.string(),
  device: z.string(),
  place: z.string().nullable(),
  /** Null: this role does not see addresses of networks. */
  ip: z.string().nullable(),
  created_at: z.number(),
  seen_at: z.number()
})

const mail = z.object({
  /** Null: a link, of which only a new one can be sent. */
  id: z.string().nullable(),
  kind: z.string(),
  created_at: z.number(),
  /** Null: not sent yet, or given up. */
  sent_at: z.number().nullable(),
  /** Whether it is going to be sent. */
  waits: z.boolean()
})

const limitedCalls = [
  'reads',
  'answers',
  'images',
  'edits',
  'voice',
  'video',
  'transcriptions',
  'purchases',
  'mails'
] as const

const person = z.object({
  user_id: z.string(),
  /** Null: erased. */
  account: z
    .object({
      email: z.string(),
      created_at: z.number(),
      verified_at: z.number().nullable(),
      first_purchase_at: z.number().nullable(),
      blocked_at: z.number().nullable(),
      /** Until when its erasure can be cancelled; null: none was requested. */
      erased_at: z.number().nullable(),
      /** Since when signing in takes a second step; null: it does not. */
      second_step_at: z.number().nullable(),
      passkeys: z.number().int(),
      plan: z.enum(accountPlans)
    })
    .nullable(),
  premium: z
    .object({ state: z.string(), period_end: z.number(), access_until: z.number(), has_card: z.boolean() })
    .nullable(),
  balance: z.object({
    available_tokens: z.number().int(),
    reserved_tokens: z.number().int(),
    used_tokens: z.number().int(),
    debt_tokens: z.number().int()
  }),
  sessions: z.array(session),
  /** Whose identities are linked; never which ones. */
  identities: z.array(z.enum(identityProviders)),
  consents: z.array(
    z.object({ document: z.string(), version: z.string(), given_at: z.number(), ip: z.string().nullable() })
  ),
  limits: z.object({
    /** The request limits, which are the same for every user. */
    rates: z.array(z.object({ what: z.enum(limitedCalls), max: z.number().int(), per: z.enum(['minute', 'hour']) })),
    /** What runs at this moment, and how much may at once. */
    running: z.object({
      answers: z.number().int(),
      answers_max: z.number().int(),
      jobs: z.number().int(),
      jobs_max: z.number().int()
    }),
    /** Texts and files that are stored, in bytes. */
    stored_bytes: z.number().int(),
    stored_bytes_max: z.number().int(),
    /** Tokens of work that Premium has covered today; null: not on Premium. */
    covered_tokens: z.number().int().nullable(),
    covered_tokens_max: z.number().int().nullable()
  }),
  /** Of the API, newest first; also those that were ended, as long as their names are kept. No secret of them is known here. */
  api_keys: z.array(
    z.object({
      ...apiKey.shape,
      /** An empty list: this role does not see from which networks the key works. Absent: it has ended, so they are forgotten. */
      networks: z.array(z.string()).nullish(),
      ended_at: z.number().nullish()
    })
  ),
  mails: z.array(mail),
  payments: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      amount_kopecks: z.number().int(),
      tokens: z.number().int(),
      created_at: z.number()
    })
  ),
  jobs: z.array(
    z.object({
      id: z.string(),
      service: z.string(),
      state: z.string(),
      price_tokens: z.number().int(),
      created_at: z.number()
    })
  ),
  actions: z.array(operatorAction)
})
export type PersonCard = z.infer<typeof person>

/** Each opening is a line of the record. */
export const openPerson = endpoint({
  call: 'GET /operator/people/:id',
  permission: 'people.read',
  recorded: true,
  input: z.object({ id }),
  output: z.object({ person })
})

const line = z.object({
  seq: z.number().int(),
  operation_id: z.string(),
  /** Of the job of this operation, if it is one. */
  job_id: z.string(),
  service: z.string(),
  action: z.string(),
  model: z.string().nullable(),
  outcome: z.string(),
  price_tokens: z.number().int(),
  /** How much the balance decreased; negative for a credit. */
  cost_tokens: z.number().int(),
  balance_after: z.number().int(),
  created_at: z.number(),
  finished_at: z.number()
})
export type PersonLine = z.infer<typeof line>

/** The history of the wallet as its owner sees it, newest first. */
export const readPersonLines = endpoint({
  call: 'GET /operator/people/:id/lines',
  permission: 'people.read',
  recorded: true,
  input: z.object({ id, before: rowId.optional() }),
  /** `running`: the operations that hold the reserved tokens, with the first page. */
  output: z.object({ lines: z.array(line), running: z.array(line), next: z.number().int().nullable() })
})

/** Ends all sessions, or one; their open pages are signed out. */
export const endPersonSessions = endpoint({
  call: 'POST /operator/people/:id/sessions',
  permission: 'people.help',
  input: z.object({ id, session_id: z.string().max(64).optional(), ...change }),
  output: z.object({ ended: z.number().int() })
})

/** Ends a key of the API at once, and what runs with it; its owner gets a mail. NOT_FOUND: there is none. 403: an operator's, for an owner. */
export const endPersonKey = endpoint({
  call: 'POST /operator/people/:id/api-keys/:key/end',
  permission: 'people.help',
  input: z.object({ id, key: z.string().min(1).max(64), ...change })
})

/** Ends the sessions and refuses new ones. Work that runs ends as usual; Premium is not charged again. 409: an operator. */
export const blockPerson = endpoint({
  call: 'POST /operator/people/:id/block',
  permission: 'people.change',
  input: z.object({ id, ...change })
})

export const unblockPerson = endpoint({
  call: 'POST /operator/people/:id/unblock',
  permission: 'people.change',
  input: z.object({ id, ...change })
})

/**
 * For a person who has lost what takes the second step: it is off, the authenticator and the recovery codes are gone, the sessions end, and
 * a mail tells the owner. Passkeys stay. 409: it is off, or an operator.
 */
export const liftSecondStep = endpoint({
  call: 'POST /operator/people/:id/second-step/end',
  permission: 'people.change',
  input: z.object({ id, ...change })
})

/** As if the user had asked for it: the same grace period, the same mail. 409: requested already, or an operator. */
export const beginErasure = endpoint({
  call: 'POST /operator/people/:id/erasure',
  permission: 'people.change',
  input: z.object({ id, ...change }),
  output: z.object({ erased_at: z.number() })
})

/** 409: no erasure was requested, or it has become final. */
export const takeBackErasure = endpoint({
  call: 'POST /operator/people/:id/erasure/end',
  permission: 'people.change',
  input: z.object({ id, ...change })
})

/** A new link, or one of the stored mails once more. It goes to the address of the account. 409: nothing to send. */
export const resendMail = endpoint({
  call: 'POST /operator/people/:id/mails',
  permission: 'people.help',
  input: z.object({
    id,
    /** `confirmation` and `reset` are links; anything else is the id of a stored mail. */
    mail: z.string().min(1).max(200),
    ...change
  })
})
