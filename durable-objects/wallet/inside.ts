import type { Account } from '#domain/ledger.ts'
import type { WalletView } from './calls.ts'
import type { WalletJournal } from './journal.ts'

/** What backups and operators reach of a wallet, which are loaded late: durable-objects/user/late-upkeep.ts. */
export interface WalletInside {
  storage: DurableObjectStorage
  journal: WalletJournal
  freeze: (violation: string) => void
  beside: () => string[]
  view: (account: Account) => WalletView
  onCorrected: (account: Account) => void
}
