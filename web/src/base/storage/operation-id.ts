/**
 * The id of one intent: the `Idempotency-Key` under which it is sent and paid.
 * 16 random bytes in hex; `crypto.randomUUID` is missing on pages opened by an address in the local network.
 */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whose draft it is. Null: a visitor's. Undefined: not known yet. */
export type Owner = string | null | undefined
