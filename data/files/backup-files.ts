// The R2 keys of the nightly backups. Keys are built only here.

export const backupsPrefix = 'backups/'
/** Six digits, so that the keys are in the order of the nights. */
export const nightPrefix = (night: number) => `${backupsPrefix}${String(night).padStart(6, '0')}/`
/** @param file a long wallet has several, from 0. Ids have no dots, so no user's file is named like another's */
export const backupWalletKey = (night: number, userId: string, file = 0) =>
  `${nightPrefix(night)}wallets/${userId}${file === 0 ? '' : `.${file}`}.jsonl.gz`
/** The list of a portion's wallets: users with checksums. */
export const backupPartKey = (night: number, part: number) =>
  `${nightPrefix(night)}parts/${String(part).padStart(6, '0')}.jsonl.gz`
/** Written last, with counts, sums and the checksum over the lists: a night without it is incomplete. */
export const nightKey = (night: number) => `${nightPrefix(night)}night.json`
