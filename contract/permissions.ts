// The permissions of the operators' roles. The server checks them, and the console hides what the server would refuse.

/** support: helps users and sees the least. finance: payments, books, prices. owner: everything, including the team of operators. */
export const operatorRoles = ['support', 'finance', 'owner'] as const
export type OperatorRole = (typeof operatorRoles)[number]

const rolesOf = {
  /** What every operator needs: the own role, the overview. */
  'console.use': ['support', 'finance', 'owner'],
  'alarms.read': ['support', 'finance', 'owner'],
  'alarms.change': ['support', 'finance', 'owner'],
  /** Finding a person and seeing the account: no texts, no files. */
  'people.read': ['support', 'finance', 'owner'],
  /** Mails sent again, sessions ended, small grants. */
  'people.help': ['support', 'owner'],
  /** Blocking, erasure, reading the texts of a user. */
  'people.change': ['owner'],
  'wallets.read': ['support', 'finance', 'owner'],
  'wallets.change': ['finance', 'owner'],
  'payments.read': ['support', 'finance', 'owner'],
  /** Refunds, reviews, Premium. */
  'payments.change': ['finance', 'owner'],
  /** Monthly closing, the copies of ledgers. */
  'books.read': ['finance', 'owner'],
  'books.change': ['finance', 'owner'],
  'jobs.read': ['support', 'finance', 'owner'],
  'jobs.change': ['support', 'owner'],
  'services.switch': ['support', 'owner'],
  'prices.read': ['finance', 'owner'],
  'prices.change': ['owner'],
  /** Suppliers of answers and models: their keys and prices decide what the platform pays. */
  'shop.read': ['finance', 'owner'],
  'shop.change': ['owner'],
  'trends.read': ['finance', 'owner'],
  /** The clock, the databases, reconciliation. */
  'system.read': ['support', 'finance', 'owner'],
  'system.change': ['owner'],
  'record.read': ['owner'],
  'team.change': ['owner']
} as const satisfies Record<string, readonly OperatorRole[]>

export type Permission = keyof typeof rolesOf

export const mayOperate = (role: OperatorRole, permission: Permission): boolean =>
  rolesOf[permission].some((one) => one === role)
