// The made-up people who may agree at the stand-ins of Яндекс ID and VK ID.
export interface SandboxPerson {
  /** The provider's id of the person. */
  id: string
  name: string
  /** Null: the person gives no address. */
  email: string | null
}

export type IdentityHost = 'yandex' | 'vk'

const mailbox: Record<IdentityHost, string> = { yandex: 'yandex.ru', vk: 'mail.ru' }

/** The same people every time, and the last one somebody new at each opening of the page. */
export function peopleAt(host: IdentityHost): SandboxPerson[] {
  const fresh = String(1_000_000_000 + crypto.getRandomValues(new Uint32Array(1))[0]!)
  return [
    { id: '1000034426', name: 'Аня', email: `anya@${mailbox[host]}` },
    { id: '1000034427', name: 'Борис, адреса не даёт', email: null },
    { id: fresh, name: 'Другой человек', email: `guest-${fresh}@${mailbox[host]}` }
  ]
}
