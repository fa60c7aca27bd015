// What Яндекс ID and VK ID have in common: the authorization code with PKCE, exchanged on our server (RFC 6749, RFC 7636, RFC 9700).
// A provider's tokens live in the memory of one call. They are never stored, logged or handed on.
import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  customFetch,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  validateAuthResponse
} from 'oauth4webapi'
import { email } from '#contract/validation.ts'
import { readText } from '../http/body.ts'
import { Deadline } from '../http/deadline.ts'
import { safeCode } from '../http/error-code.ts'
import { fieldAt, parsedJson, textAt } from '../http/fields.ts'

/** Whom a provider names. */
export interface IdentifiedPerson {
  /** The provider's id of the person. */
  subject: string
  /** Null: the provider gave none, or none that can be an address. */
  email: string | null
}

/** Our application at a provider. */
export interface IdentityApplication {
  client: string
  secret: string
  /** As registered at the provider: nothing in a request changes it. */
  redirect: string
}

/** Made anew for every sign-in, and kept from all but the browser that began it. */
export interface IdentityAttempt {
  state: string
  nonce: string
  verifier: string
}

/** What the provider put into the address of our page. */
export interface IdentityReturn {
  code: string
  /** VK ID alone. */
  deviceId: string | null
}

/** `expired`: the code was used, is old or is not of this attempt. `failed`: the provider did not answer as it should. */
export class IdentityFailure extends Error {
  override name = 'IdentityFailure'
  readonly kind: 'expired' | 'failed'
  /** A code of the provider or of ours, never its prose. */
  readonly code: string

  constructor(kind: 'expired' | 'failed', code: string) {
    super(code)
    this.kind = kind
    this.code = code
  }
}

const timeoutMs = 10_000
const answerBytesMax = 65_536

/**
 * The JSON of an answer, whatever its status. Redirects are not followed: they would carry the secret to another host.
 * @throws IdentityFailure for an answer that is late, too long, or no JSON
 */
export async function answerOf(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const deadline = new Deadline({ totalMs: timeoutMs }, null, () => new IdentityFailure('failed', 'timeout'))
  try {
    const response = await deadline.race(fetch(url, { ...init, redirect: 'manual', signal: deadline.signal }))
    const text = await readText(response, answerBytesMax, deadline)
    const body = text === null ? undefined : parsedJson(text)
    if (body === undefined)
      throw new IdentityFailure('failed', text === null ? 'too-long' : `status-${response.status}`)
    return { status: response.status, body }
  } catch (error) {
    if (error instanceof IdentityFailure) throw error
    throw new IdentityFailure('failed', 'network')
  } finally {
    deadline.stop()
  }
}

export interface CodeExchange {
  tokenUrl: string
  application: IdentityApplication
  auth: ClientAuth
  attempt: IdentityAttempt
  code: string
  /** Parameters that only this provider demands. */
  more?: Record<string, string>
}

/** Codes with which the providers refuse an authorization code. */
const expiredCodes = new Set(['invalid_grant', 'bad_verification_code'])

/**
 * Exchanges the code for an access token.
 * @returns the token, and the provider's whole answer for what is not standard in it
 * @throws IdentityFailure
 */
export async function exchangeCode(exchange: CodeExchange): Promise<{ accessToken: string; answer: unknown }> {
  const { tokenUrl, application, auth, attempt, code, more } = exchange
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl }
  const client: Client = { client_id: application.client }
  let answer: unknown
  const standardAnswer = async (url: string, init: RequestInit) => {
    const { status, body } = await answerOf(url, init)
    answer = body
    // VK ID refuses with status 200. Its id_token has claims of its own and proves nothing that the call over TLS does not.
    const { id_token: _, ...rest } = Object(body) as Record<string, unknown>
    return Response.json(rest, { status: textAt(body, 'error') !== null && status < 400 ? 400 : status })
  }
  try {
    const returned = validateAuthResponse(
      server,
      client,
      new URLSearchParams({ code, state: attempt.state }),
      attempt.state
    )
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      auth,
      returned,
      application.redirect,
      attempt.verifier,
      {
        [customFetch]: (url, init) => standardAnswer(url, init),
        // The sandbox has no TLS; a deployment's addresses must be https (domain/production-settings.ts).
        [allowInsecureRequests]: true,
        ...(more ? { additionalParameters: more } : {})
      }
    )
    const tokens = await processAuthorizationCodeResponse(server, client, response)
    return { accessToken: tokens.access_token, answer }
  } catch (error) {
    if (error instanceof IdentityFailure) throw error
    const refused = error instanceof ResponseBodyError ? error.error : null
    if (refused !== null && expiredCodes.has(refused)) throw new IdentityFailure('expired', refused)
    throw new IdentityFailure('failed', safeCode(refused) ?? 'answer-malformed')
  }
}

/** A person's id is a number in text, or a number. @throws IdentityFailure for anything else */
export function subjectAt(body: unknown, ...path: [string, ...string[]]): string {
  const field = fieldAt(body, ...path)
  const subject = typeof field === 'number' && Number.isSafeInteger(field) ? String(field) : field
  if (typeof subject !== 'string' || !/^[1-9]\d{0,19}$/.test(subject)) throw new IdentityFailure('failed', 'no-subject')
  return subject
}

export function addressAt(body: unknown, ...path: [string, ...string[]]): string | null {
  const parsed = email.safeParse(fieldAt(body, ...path))
  return parsed.success ? parsed.data : null
}
