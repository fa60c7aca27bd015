import type { Context } from 'hono'
import type { ErrorCode } from '#contract/errors.ts'
import { type Directory, type History, openHistory } from '#data/base/database.ts'
import type { OperatorRole } from '#contract/permissions.ts'
import type { Account } from '#data/directory/sessions.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import type { KeyProof, RequestsLeft } from '#durable-objects/keys/calls.ts'
import type { RefusedCall } from '#durable-objects/user/begin-call.ts'
import type { RepeatKey } from '#durable-objects/metering/calls.ts'
import type { Environment } from '#domain/environment.ts'
import type { SentFiles } from './sent-files.ts'

/** The caller, proven by the access token and, where the endpoint requires it, by a living session. */
export interface Caller {
  userId: string
  sessionId: string
}

/** Who operates: an operator in the console, or a script with the operators' token, which names the operator. */
export interface Operator {
  /** Null with the token. */
  userId: string | null
  name: string | null
  role: OperatorRole
  /** Of the console, in milliseconds since the epoch; null with the token. */
  session: { id: string; enteredAt: number; endsAt: number } | null
}

/** A key of the API that orders works: admitted, and to be proven again in the commit that reserves. */
interface OrderingKey {
  proof: Pick<KeyProof, 'keyId' | 'secretHash'>
  /** As `/v1/models` names it. */
  model: string
  facts: PlanFacts
  /** How many works of the user may run at once. */
  runningMax: number
  /** What the client is told of a refusal. */
  refuse: (refusal: RefusedCall) => Error
}

export interface HonoEnv {
  Bindings: Env
  Variables: {
    environment: Environment
    directory: Directory
    requestId: string
    /** Files taken out of the body; set on calls that may carry files. */
    files: SentFiles
    /** Set on endpoints that are not public. */
    caller: Caller
    /** Set on endpoints that require a session, unless the user's object checks it. */
    account: Account
    /** Set on works that are ordered with a key of the API, where there is no `account`. */
    orderedBy?: OrderingKey
    /** Set on calls of operators. */
    operator: Operator
    /** Set on calls of the API: whose key they name, before anything is known of it. */
    sentBy?: string
    /** Set on calls of the API once their key is admitted. */
    requests?: RequestsLeft
    /** Set on calls of the API with an `Idempotency-Key`. */
    repeat?: RepeatKey
    /** Set on calls that the register inside the country has recorded: the id of its record. */
    registerId?: string
    /** Whose address a letter's link has changed, where no session says it. */
    addressChangedOf?: string
    /** Why no socket was opened; set on the path of the live channel. */
    liveRefusal: ErrorCode
  }
}

export type AppContext = Context<HonoEnv>

/** The database with what the caller has made. */
export const historyOf = (c: AppContext): History => openHistory(c.env, c.var.caller.userId)
