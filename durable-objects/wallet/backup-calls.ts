// The calls by which the nightly backup and the backup command read a user's object, and a restore fills one.

/** A row of the object's database, by the names of its columns. */
export type WalletRow = Record<string, SqlStorageValue>

/** In tokens. */
export interface WalletAccount {
  available: number
  reserved: number
  used: number
  debt: number
}

/** Rows of metering, by table: the tab, the open calls and the sums; and the works of keys, which older backups have not. */
export type MeteringRows = Record<'meter' | 'metered_calls' | 'metered_days' | 'metered_keys', WalletRow[]> &
  Partial<Record<'key_works' | 'key_work_days', WalletRow[] | undefined>>

export interface WalletHead {
  /** The newest line; 0 for an empty journal. */
  lastSeq: number
  createdAt: number
  frozenAt: number | null
  frozenBecause: string | null
  account: WalletAccount
  /** Those that were open when `lastSeq` was the newest line. */
  reservations: WalletRow[]
  /** The limits that the user has set; absent in older backups. */
  budgets?: WalletRow[] | undefined
  /** Absent in older backups. */
  metering?: MeteringRows | undefined
  /** The user's keys of the API, with hashes of their secrets; absent in older backups. */
  apiKeys?: WalletRow[] | undefined
}

export interface WalletPage {
  lines: WalletRow[]
  isLast: boolean
}

/** Answers that are being written, or not yet in D1. */
export interface OpenAnswers {
  answers: WalletRow[]
  texts: WalletRow[]
}

/**
 * other-lines: the journal does not end with the line of the backup. database-ahead: D1 has lines that the backup does not:
 * it must be of the same moment or older. differs: what was written does not add up to the account of the backup.
 */
export interface RestoredWallet {
  state: 'restored' | 'other-lines' | 'database-ahead' | 'differs'
  violations: string[]
}

export interface BackupCalls {
  /** The wallet and the open answers at the same moment. */
  backupHead(): Promise<{ head: WalletHead; open: OpenAnswers }>
  backupLines(after: number, upTo: number): Promise<WalletPage>
  /** @returns the first existing line that differs; null: none */
  restoreLines(lines: readonly WalletRow[]): Promise<number | null>
  /** Only once all lines are there. @param copiedSeq the last line that D1 has */
  restoreHead(head: WalletHead, open: OpenAnswers, copiedSeq: number): Promise<RestoredWallet>
}
