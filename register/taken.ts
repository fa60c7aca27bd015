// What a call gives the register to record. Passwords, codes and the rest of the body are never read from it, let alone kept.
import { consentVersions } from '#contract/agreements.ts'
import type { RegisteredKind } from '#contract/register.ts'

export interface Taken {
  kind: RegisteredKind
  /** The user id that the caller's access token names. The Worker checks the token; a forged one ends in a refusal. */
  account: string | null
  address: string | null
  name: string | null
  /** JSON: the document and the version of its text. */
  consents: string | null
  /** `provider:subject` */
  identity: string | null
  /** The network address of the person. */
  client: string
}

export type Fields = Record<string, unknown>

export function fieldsOf(json: string): Fields {
  try {
    const read: unknown = JSON.parse(json)
    return typeof read === 'object' && read !== null ? (read as Fields) : {}
  } catch {
    return {}
  }
}

/** Longer than anything that the Worker accepts, which refuses such a call. */
const lengthMax = 500
const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  if (typeof value !== 'string') return null
  // PostgreSQL takes neither half of a character nor the character zero; the Worker refuses both.
  return value.replaceAll('\0', '').trim().slice(0, lengthMax).toWellFormed() || null
}

/** The readable part of a signed text `payload.signature`, whose signature the Worker checks. */
const payloadOf = (signed: string | null): Fields =>
  fieldsOf(Buffer.from(signed?.split('.')[0] ?? '', 'base64url').toString())

function accountOf(authorization: string | null): string | null {
  const [, claims = ''] = /^Bearer [\w-]+\.([\w-]+)\./.exec(authorization ?? '') ?? []
  return textIn(fieldsOf(Buffer.from(claims, 'base64url').toString()), 'sub')
}

function consentsIn(body: Fields): string | null {
  const sent = body['consents']
  const given = typeof sent === 'object' && sent !== null ? (sent as Fields) : {}
  const versions = Object.entries(consentVersions).filter(([document]) => given[document] === true)
  return versions.length === 0 ? null : JSON.stringify(Object.fromEntries(versions))
}

function identityIn(kind: RegisteredKind, body: Fields, path: string): Record<'identity' | 'given', string | null> {
  if (kind === 'identity-unlink') return { identity: path.split('/').at(-1) ?? null, given: null }
  const { ticket } = body
  if (typeof ticket !== 'string') return { identity: null, given: null }
  const payload = payloadOf(ticket)
  const [provider, subject] = [textIn(payload, 'provider'), textIn(payload, 'subject')]
  return { identity: provider && subject && `${provider}:${subject}`, given: textIn(payload, 'email') }
}

/** Address, name, consents and identity of a call, from where this kind of call has them. */
export function takenFrom(
  kind: RegisteredKind,
  call: { path: string; body: string; authorization: string | null; client: string }
): Taken {
  const body = fieldsOf(call.body)
  const { identity, given } = identityIn(kind, body, call.path)
  const isNew = kind === 'registration' || kind === 'identity-registration'
  // Of the other calls the Worker reads no session: their token may name any account.
  const hasSession = !isNew && kind !== 'address-confirmed'
  return {
    kind,
    account: hasSession ? accountOf(call.authorization) : null,
    address: isNew ? (given ?? textIn(body, 'email')) : kind === 'address' ? textIn(body, 'newEmail') : null,
    name: kind === 'name' ? textIn(body, 'displayName') : null,
    consents: isNew ? consentsIn(body) : null,
    identity,
    client: call.client
  }
}
