// The index of the passages of a user's projects: rows of the user's object, found through FTS5. It has the places and the words of
// passages; their texts stay in R2. Nothing is here until a question has more files than fit into it.
import type { Passage } from '#domain/passages.ts'
import type { KnownPassage, Term } from '#domain/passage-ranking.ts'
import { stemsVersion } from '#domain/word-stems.ts'
import { IndexTables } from '../search/index-tables.ts'

// `passage_files` has the files whose passages are all there. The words are stored beside FTS5, as in search/word-index.ts.
const made = `
  create table passage_state (id integer primary key check (id = 1), version integer not null);
  create table passage_files (file_id text primary key) without rowid;
  create table passage_rows (id integer primary key, file_id text not null, number integer not null, first integer not null,
    last integer not null, page integer, head_first integer, head_last integer, words text not null);
  create unique index passage_rows_place on passage_rows (file_id, number);
  create virtual table passage_words using fts5 (
    words, content = 'passage_rows', content_rowid = 'id', tokenize = 'ascii', detail = 'none', columnsize = 0);
  insert into passage_words (passage_words, rank) values ('secure-delete', 1);`

const dropped = `
  drop table if exists passage_words;
  drop table if exists passage_rows;
  drop table if exists passage_files;
  drop table if exists passage_state;`

const tables = { state: 'passage_state', made, beginning: [], dropped, version: stemsVersion }

/** Of the indexed words that are deleted one by one, as in search/word-index.ts: with more of them the index is built anew. */
const deletedLengthMax = 50_000

const inFiles = 'file_id in (select value from json_each(?))'

interface Row extends Record<string, SqlStorageValue> {
  first: number
  last: number
  page: number | null
  head_first: number | null
  head_last: number | null
}

export type IndexedPassage = Passage & { words: string }

export class PassageIndex extends IndexTables {
  /** How often all words were forgotten, also because those of one file were too many to take out. */
  clears = 0

  constructor(storage: DurableObjectStorage) {
    super(storage, tables)
  }

  override clear() {
    this.clears += 1
    super.clear()
  }

  has(fileId: string): boolean {
    return this.sql.exec('select 1 from passage_files where file_id = ?', fileId).toArray().length > 0
  }

  /** @param from the number of the first of them in the file */
  add(fileId: string, from: number, passages: readonly IndexedPassage[]) {
    this.storage.transactionSync(() => {
      for (const [index, { start, end, page, head, words }] of passages.entries()) {
        const { id } = this.sql
          .exec<{ id: number }>(
            `insert into passage_rows (file_id, number, first, last, page, head_first, head_last, words)
              values (?, ?, ?, ?, ?, ?, ?, ?) returning id`,
            fileId,
            from + index,
            start,
            end,
            page,
            head?.start ?? null,
            head?.end ?? null,
            words
          )
          .one()
        this.sql.exec('insert into passage_words (rowid, words) values (?, ?)', id, words)
      }
    })
  }

  /** All passages of the file are there. */
  complete(fileId: string) {
    this.sql.exec('insert or ignore into passage_files values (?)', fileId)
  }

  /** Forgets files, also those of which only a part is there. */
  forget(fileIds: readonly string[]) {
    const ids = JSON.stringify(fileIds)
    const { length } = this.sql
      .exec<{
        length: number
      }>(`select coalesce(sum(length(words)), 0) as length from passage_rows where ${inFiles}`, ids)
      .one()
    if (length > deletedLengthMax) return this.clear()
    this.storage.transactionSync(() => {
      this.sql.exec(
        `insert into passage_words (passage_words, rowid, words) select 'delete', id, words from passage_rows where ${inFiles}`,
        ids
      )
      this.sql.exec(`delete from passage_rows where ${inFiles}`, ids)
      this.sql.exec(`delete from passage_files where ${inFiles}`, ids)
    })
  }

  passages(fileIds: readonly string[]): KnownPassage[] {
    return this.sql
      .exec<{ id: number; file_id: string; number: number }>(
        `select id, file_id, number from passage_rows where ${inFiles} order by id`,
        JSON.stringify(fileIds)
      )
      .toArray()
      .map(({ id, file_id: fileId, number }) => ({ id, fileId, number }))
  }

  /** The passages of all files that have a word. Between the quotes a stem is no syntax: it has letters and digits only. */
  idsWith({ stem, isPrefix }: Term): number[] {
    return this.sql
      .exec<{ rowid: number }>(
        'select rowid from passage_words where passage_words match ?',
        `"${stem}"${isPrefix ? '*' : ''}`
      )
      .toArray()
      .map(({ rowid }) => rowid)
  }

  placeOf(id: number): Passage {
    const row = this.sql
      .exec<Row>('select first, last, page, head_first, head_last from passage_rows where id = ?', id)
      .one()
    const { first: start, last: end, page, head_first: headStart, head_last: headEnd } = row
    const head = headStart === null || headEnd === null ? null : { start: headStart, end: headEnd }
    return { start, end, page, head }
  }
}
