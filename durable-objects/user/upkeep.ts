// What backups and operators do with a user's money, and what is open beside it.
import { openAnswers, restoreAnswers } from '../answer/backup.ts'
import type { OpenAnswers } from '../wallet/backup-calls.ts'
import { WalletBackup } from '../wallet/backup.ts'
import { WalletRepair } from '../wallet/repair.ts'
import type { WalletInside } from '../wallet/inside.ts'

/** All of it is synchronous: what a caller does in a row is one commit. */
export const upkeepOf = (inside: WalletInside) => {
  const { sql } = inside.storage
  return {
    repair: new WalletRepair(inside),
    backup: new WalletBackup(inside.storage, inside.journal),
    openAnswers: () => openAnswers(sql),
    restoreAnswers: (open: OpenAnswers) => restoreAnswers(sql, open)
  }
}
