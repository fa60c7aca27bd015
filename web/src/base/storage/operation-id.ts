/**
 * A new operation id: the `Idempotency-Key` under which a request is sent and charged once.
 * 16 random bytes in hex; `crypto.randomUUID` is missing on pages opened by an address in the local network.
 */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The id of the user to whom a draft belongs. Null: a visitor. Undefined: not known yet. */
export type Owner = string | null | undefined
