// The answers of a backup: only those that are being written or wait for D1, because D1 has all others. After a restore the
// object's alarm ends them as after any restart: the text so far is kept, and what was not finished is free.
import type { OpenAnswers, WalletRow } from '../wallet/backup-calls.ts'
import { insertRow } from '../wallet/insert-row.ts'

export const openAnswers = (sql: SqlStorage): OpenAnswers => ({
  answers: sql.exec<WalletRow>("select * from answers where state <> 'closed' order by started_at").toArray(),
  texts: sql
    .exec<WalletRow>(
      `select * from answer_texts where operation_id in (select operation_id from answers where state <> 'closed')
        order by operation_id, first_seq`
    )
    .toArray()
})

/** The caller joins it with other writes in one commit. */
export function restoreAnswers(sql: SqlStorage, { answers, texts }: OpenAnswers) {
  for (const row of answers) insertRow(sql, 'answers', row)
  for (const row of texts) insertRow(sql, 'answer_texts', row)
}
