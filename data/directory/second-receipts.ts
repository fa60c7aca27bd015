import { asc, eq } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { type SecondReceiptRow, secondReceipts } from './schema-receipts.ts'

export type { SecondReceiptRow } from './schema-receipts.ts'

/** The second receipts of a payment, oldest first. */
export const secondReceiptsOf = (directory: Directory, paymentId: string): Promise<SecondReceiptRow[]> =>
  directory
    .select()
    .from(secondReceipts)
    .where(eq(secondReceipts.paymentId, paymentId))
    .orderBy(asc(secondReceipts.number))
