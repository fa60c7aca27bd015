// The index of the prompts of one user's jobs: rows of the user's object, found through FTS5, made by the same rules as the
// index of the chats (word-index.ts). Nothing is here until the user searches for a job for the first time.
import type { JobPortion, JobPosition } from '#data/history/job-prompts.ts'
import { indexedWords, matchExpression } from '#domain/search-words.ts'
import { IndexTables } from './index-tables.ts'

// `operation_id` is what the API shows as the job's id. The words are stored beside FTS5, as in word-index.ts.
const made = `
  create table job_search_state (id integer primary key check (id = 1), version integer not null,
    created_at integer not null, job_id text not null);
  create table job_search_rows (id integer primary key, operation_id text not null unique, created_at integer not null,
    words text not null);
  create virtual table job_search_words using fts5 (
    words, content = 'job_search_rows', content_rowid = 'id', tokenize = 'ascii', detail = 'none', columnsize = 0);
  insert into job_search_words (job_search_words, rank) values ('secure-delete', 1);`

const dropped = `
  drop table if exists job_search_words;
  drop table if exists job_search_rows;
  drop table if exists job_search_state;`

const tables = { state: 'job_search_state', made, beginning: [0, ''], dropped }

export class JobIndex extends IndexTables {
  constructor(storage: DurableObjectStorage) {
    super(storage, tables)
  }

  position(): JobPosition {
    const { created_at: createdAt, job_id: id } = this.sql
      .exec<{ created_at: number; job_id: string }>('select created_at, job_id from job_search_state')
      .one()
    return { createdAt, id }
  }

  /** Adds what was read. Jobs that are known already stay as they are: a prompt never changes. */
  add({ works }: JobPortion, next: JobPosition) {
    this.storage.transactionSync(() => {
      for (const { operationId, createdAt, prompt } of works) {
        const words = indexedWords(prompt ?? '')
        if (words === '') continue
        const [row] = this.sql
          .exec<{ id: number }>(
            'insert into job_search_rows (operation_id, created_at, words) values (?, ?, ?) on conflict do nothing returning id',
            operationId,
            createdAt,
            words
          )
          .toArray()
        if (row) this.sql.exec('insert into job_search_words (rowid, words) values (?, ?)', row.id, words)
      }
      this.sql.exec('update job_search_state set created_at = ?, job_id = ?', next.createdAt, next.id)
    })
  }

  /** Forgets the words of a job. */
  delete(operationId: string) {
    this.storage.transactionSync(() => {
      this.sql.exec(
        `insert into job_search_words (job_search_words, rowid, words)
          select 'delete', id, words from job_search_rows where operation_id = ?`,
        operationId
      )
      this.sql.exec('delete from job_search_rows where operation_id = ?', operationId)
    })
  }

  /** The newest jobs with all these words. */
  find(words: readonly string[], limit: number): string[] {
    if (words.length === 0) return []
    return this.sql
      .exec<{ operation_id: string }>(
        `select operation_id from job_search_words join job_search_rows as found on found.id = job_search_words.rowid
          where job_search_words match ? order by created_at desc, found.id desc limit ?`,
        matchExpression(words),
        limit
      )
      .toArray()
      .map(({ operation_id: id }) => id)
  }
}
