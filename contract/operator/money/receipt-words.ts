/** The states of a fiscal receipt, for operators and in the accountant's file. */
export const receiptNames = {
  pending: 'оформляется',
  succeeded: 'зарегистрирован',
  canceled: 'не зарегистрирован'
} as const
