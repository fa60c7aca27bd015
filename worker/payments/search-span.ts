// How a list of the provider is searched: span after span of creation times, page after page, once a day. An interrupted search
// continues with the page that it had not stored; a stack that was restored continues where its backup was made.
import type { Directory } from '#data/base/database.ts'
import { type RefundSearchRow, storeProgress } from '#data/directory/refund-searches.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { PaymentQuery } from '#providers/payment/payment-provider.ts'

const minuteMs = 60_000
export const searchEveryMs = 24 * 60 * minuteMs
/** Longer than one run, so that two runs do not search at once. A search that failed is continued after it. */
export const leaseMs = 5 * minuteMs
/** One run must fit into a minute even when every call takes as long as its timeout allows. */
export const pagesPerRun = 3
/** Younger payments and refunds are left to the next search: the provider may not list it yet, and a notification may be coming. */
export const settlingMs = 5 * minuteMs
/** Each search begins this long before the end of the last one: for what the provider listed late or with an earlier time. */
const lookBackMs = 60 * minuteMs

/** The provider may forget its mark of a page: then the span is searched from its start. @throws ProviderFailure */
export async function readPage<Page>(
  directory: Directory,
  row: RefundSearchRow,
  createdBefore: number,
  list: (query: PaymentQuery) => Promise<Page>
): Promise<Page> {
  const { comparedUntil, cursor } = row
  try {
    return await list({
      ...(comparedUntil > 0 ? { createdFrom: comparedUntil - lookBackMs } : {}),
      createdBefore,
      ...(cursor === null ? {} : { cursor })
    })
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'rejected' && cursor !== null)
      await storeProgress(directory, row, { ...row, cursor: null })
    throw error
  }
}
