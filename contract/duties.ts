/** What the clock does, in the order in which one run of the cron begins it. */
export const dutyNames = [
  'jobs',
  'refunds',
  'refund-search',
  'payment-search',
  'payments',
  'advances',
  'subscriptions',
  'outgoing-mails',
  'ready-messages',
  'attachments',
  'erasures',
  'retention',
  'uploads',
  'books',
  'database-sizes',
  'reconciliation',
  'reconciliation-heartbeat',
  'trends',
  'provider-health',
  'bucket-size',
  'alarms',
  'wallet-backup',
  'backup-heartbeat'
] as const

export type DutyName = (typeof dutyNames)[number]
