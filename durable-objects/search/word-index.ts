// The index of one user's texts: rows of the user's object, which hold the words of each message and title without their
// order, found through FTS5. Nothing is here until the user searches for the first time.
import type { SearchPortion, SearchPosition } from '#data/history/search.ts'
import { indexedWords, matchExpression } from '#domain/search-words.ts'
import type { SearchHits, SearchQuery } from './calls.ts'
import { IndexTables } from './index-tables.ts'

// A title is the row with its conversation's id, negative. The words are stored beside FTS5, which has to be told them to
// delete them; `secure-delete` then takes them out at once, not some time when segments are merged:
// https://www.sqlite.org/fts5.html#the_secure_delete_configuration_option
// The tokenizer `ascii` only divides at the spaces and folds nothing: that is done by domain/search-words.ts.
// `changed` has the conversations whose rows may disagree with D1.
const made = `
  create table search_state (id integer primary key check (id = 1), version integer not null, position text not null);
  create table search_changed (conversation_id integer primary key, is_emptied integer not null);
  create table search_rows (id integer primary key, conversation_id integer not null, words text not null);
  create index search_rows_conversation on search_rows (conversation_id);
  create virtual table search_words using fts5 (
    words, content = 'search_rows', content_rowid = 'id', tokenize = 'ascii', detail = 'none', columnsize = 0);
  insert into search_words (search_words, rank) values ('secure-delete', 1);`

const dropped = `
  drop table if exists search_words;
  drop table if exists search_rows;
  drop table if exists search_changed;
  drop table if exists search_state;`

const beginning: SearchPosition = { titles: 0, floor: 0, ceiling: null, conversationId: 0, messageId: 0 }

const tables = { state: 'search_state', made, beginning: [JSON.stringify(beginning)], dropped }

const conversationsPerPage = 20
const hitsPerConversation = 3
/** They have no further pages: who has more chats with such a title types another word. */
const titlesMax = 100
/** Of the indexed words of one page's messages: their texts are in memory several times. */
const pageLengthMax = 1_000_000

/** Of the indexed words that are deleted one by one: some tenths of a second, in which the object does nothing else. */
const deletedLengthMax = 50_000

export class WordIndex extends IndexTables {
  constructor(storage: DurableObjectStorage) {
    super(storage, tables)
  }

  position(): SearchPosition {
    return JSON.parse(this.sql.exec<{ position: string }>('select position from search_state').one().position)
  }

  changed(): { id: number; isEmptied: boolean }[] {
    return this.sql
      .exec<{ id: number; is_emptied: number }>('select conversation_id as id, is_emptied from search_changed')
      .toArray()
      .map(({ id, is_emptied: isEmptied }) => ({ id, isEmptied: isEmptied === 1 }))
  }

  /**
   * Notes that a conversation is about to change in D1, or has just changed. FTS5 takes out words slowly: a long
   * conversation takes the whole index with it, which the next search builds anew.
   */
  noteChanged(conversationId: number, isEmptied: boolean) {
    if (isEmptied && this.#lengthOf(conversationId) > deletedLengthMax) return this.clear()
    this.storage.transactionSync(() => {
      this.sql.exec(
        `insert into search_changed values (?, ?)
          on conflict do update set is_emptied = max(is_emptied, excluded.is_emptied)`,
        conversationId,
        isEmptied ? 1 : 0
      )
      if (isEmptied) this.#deleteRows('conversation_id = ?', conversationId)
    })
  }

  /** Adds the rows that were read from D1, and deletes the notes made before the read. */
  add({ titles, retitled, messages, next }: SearchPortion, changed: readonly { id: number }[]) {
    // Messages of other users also move the position on, which is not worth a row.
    const isWalking = this.position().ceiling !== null || next.ceiling !== null
    if (!isWalking && titles.length + messages.length + changed.length === 0) return
    this.storage.transactionSync(() => {
      const there = new Map(retitled.map(({ id, title }) => [id, title]))
      for (const { id } of changed) {
        if (there.has(id)) this.#deleteRows('id = ?', -id)
        else this.#deleteRows('conversation_id = ?', id)
      }
      for (const { id, title } of [...titles, ...retitled]) this.#addRow(-id, id, title)
      for (const { id, conversationId, content } of messages) this.#addRow(id, conversationId, content)
      this.sql.exec('delete from search_changed')
      this.sql.exec('update search_state set position = ?', JSON.stringify(next))
    })
  }

  find({ words, before }: SearchQuery): Omit<SearchHits, 'isIndexing'> {
    if (words.length === 0) return { messageIds: [], conversationIds: [], next: null }
    const expression = matchExpression(words)
    return { ...this.#messages(expression, before), conversationIds: before === null ? this.#titles(expression) : [] }
  }

  #titles(expression: string): number[] {
    return this.sql
      .exec<{ rowid: number }>(
        'select rowid from search_words where search_words match ? and rowid < 0 order by rowid limit ?',
        expression,
        titlesMax
      )
      .toArray()
      .map(({ rowid }) => -rowid)
  }

  /** Goes back from the newest message until the page is full. */
  #messages(expression: string, before: number | null) {
    const found = this.sql.exec<{ id: number; conversation_id: number; length: number }>(
      `select search_rows.id, conversation_id, length(search_rows.words) as length
        from search_words join search_rows on search_rows.id = search_words.rowid
        where search_words match ? and search_words.rowid > 0 and search_words.rowid < ? order by search_words.rowid desc`,
      expression,
      before ?? Number.MAX_SAFE_INTEGER
    )
    const messageIds: number[] = []
    const hits = new Map<number, number>()
    let length = 0
    let last = 0
    for (const row of found) {
      const own = hits.get(row.conversation_id) ?? 0
      const isFull = (own === 0 && hits.size >= conversationsPerPage) || length + row.length > pageLengthMax
      if (isFull && messageIds.length > 0) return { messageIds, next: last }
      last = row.id
      if (own >= hitsPerConversation) continue
      hits.set(row.conversation_id, own + 1)
      messageIds.push(row.id)
      length += row.length
    }
    return { messageIds, next: null }
  }

  #lengthOf(conversationId: number): number {
    const query = 'select coalesce(sum(length(words)), 0) as length from search_rows where conversation_id = ?'
    return this.sql.exec<{ length: number }>(query, conversationId).one().length
  }

  #addRow(id: number, conversationId: number, text: string) {
    const words = indexedWords(text)
    const row = this.sql.exec('insert or ignore into search_rows values (?, ?, ?)', id, conversationId, words)
    // A new conversation that is also noted as changed was read twice.
    if (row.rowsWritten === 0) return
    this.sql.exec('insert into search_words (rowid, words) values (?, ?)', id, words)
  }

  #deleteRows(condition: string, id: number) {
    this.sql.exec(
      `insert into search_words (search_words, rowid, words) select 'delete', id, words from search_rows where ${condition}`,
      id
    )
    this.sql.exec(`delete from search_rows where ${condition}`, id)
  }
}
