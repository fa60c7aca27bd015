// The alarms: what an operator must act on, and how soon. Their texts are in alarms.ts: every isolate raises alarms, few tell of one.

/** `urgent`: sent to operators within minutes, and again every day until it is ended. `notice`: sent once, all of an hour together. */
export type AlarmSeverity = 'urgent' | 'notice'

export const alarmSeverities = {
  'wallet-frozen': 'urgent',
  'payment-review': 'urgent',
  'payment-missing': 'urgent',
  'payment-without-order': 'urgent',
  'receipt-not-registered': 'notice',
  'shop-refused': 'urgent',
  'refund-missed': 'notice',
  'refund-not-made': 'urgent',
  'provider-unpaid': 'urgent',
  'provider-down': 'urgent',
  'job-without-reservation': 'urgent',
  'job-dead': 'urgent',
  'duty-dead': 'urgent',
  'message-unreadable': 'notice',
  'duty-behind': 'urgent',
  'clock-late': 'urgent',
  'reconciliation-late': 'urgent',
  'reconciliation-difference': 'urgent',
  'reconciliation-differences': 'urgent',
  'database-large': 'urgent',
  'bucket-large': 'notice',
  'passwords-sprayed': 'urgent',
  'role-granted': 'urgent',
  'factor-reset': 'urgent',
  'csp-reports': 'notice',
  'backup-late': 'urgent',
  'backup-user-failed': 'notice',
  'wallet-not-restored': 'urgent'
} as const satisfies Record<string, AlarmSeverity>

export type AlarmKind = keyof typeof alarmSeverities

export const alarmKinds = Object.keys(alarmSeverities) as [AlarmKind, ...AlarmKind[]]
