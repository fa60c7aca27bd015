// The part of a user's object that makes, changes and ends the keys of the API.
import type { KeyChoice, KeyResult, KeySecret } from '../keys/calls.ts'
import { WalletOwner } from './wallet-owner.ts'

export class KeyOwner extends WalletOwner {
  async viewKeys() {
    return this.parts.keys.list(Date.now())
  }

  async makeKey(made: KeySecret & KeyChoice): Promise<KeyResult> {
    return this.parts.keys.make(made, Date.now())
  }

  async changeKey(keyId: string, change: Partial<KeyChoice>): Promise<KeyResult> {
    return this.parts.keys.change(keyId, change, Date.now())
  }

  async replaceKey(secret: KeySecret, overlapsUntil: number | null): Promise<KeyResult> {
    return this.parts.keys.replace(secret, overlapsUntil, Date.now())
  }

  async endKey(keyId: string): Promise<boolean> {
    return this.parts.keys.end(keyId, Date.now())
  }

  async stopKeys(): Promise<void> {
    this.parts.leases.forgetCallers()
    this.parts.keys.stop()
  }

  async eraseKeys(): Promise<void> {
    this.parts.keys.erase()
  }
}
