// Reads the written rows back, and compares them with the backup one by one.
import { type BackupClient, query } from './client.ts'
import { linesIn, rowsFile } from './folder.ts'

const decoder = new TextDecoder()

const rowidIn = (line: string): number => Number((JSON.parse(line) as unknown[])[0])

/** The rows of a table as lines of JSON, page by page, in the order of their rowids. */
export async function* rowPages(client: BackupClient, database: string, table: string): AsyncGenerator<string[]> {
  for (let after: number | null = null; ;) {
    const path = `/rows?${query({ database, table, ...(after === null ? {} : { after }) })}`
    const lines = decoder
      .decode(await client.read(path))
      .split('\n')
      .filter((line) => line !== '')
    const last = lines.at(-1)
    if (last === undefined) return
    yield lines
    after = rowidIn(last)
  }
}

async function* linesOf(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const page of pages) yield* page
}

/** @returns how many rows of the backup are missing or differ in the stack */
export async function differingRows(
  client: BackupClient,
  folder: string,
  database: string,
  table: string
): Promise<number> {
  const there = linesOf(rowPages(client, database, table))
  let next = await there.next()
  let differing = 0
  for await (const line of linesIn(folder, rowsFile(database, table))) {
    // Rows that the stack itself wrote meanwhile, such as an alarm, are not in the backup.
    while (!next.done && rowidIn(next.value) < rowidIn(line)) next = await there.next()
    if (!next.done && next.value === line) next = await there.next()
    else differing += 1
  }
  return differing
}
