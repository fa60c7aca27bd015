// What was read of suppliers' lists of models. Nothing that is sold follows from it.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { listedModel, listedPrice } from '#contract/operator/shop/supplier-list.ts'
import type { SeenModel } from '#domain/models/supplier-list.ts'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'

/** As it is stored. */
const seenModel = z.object({
  listed: listedModel,
  firstSeenAt: z.number(),
  goneAt: z.number().nullable(),
  priceBefore: listedPrice.nullable(),
  priceChangedAt: z.number().nullable()
})

export interface SeenList {
  firstReadAt: number
  readAt: number
  /** It was longer than what is read of it. */
  isCut: boolean
  /** In the order of the list. */
  seen: SeenModel[]
}

/** Whose list, and from where: another address has another list, with which nothing is compared. */
interface Listing {
  id: string
  baseUrl: string
}

/** Undefined for what an earlier version has stored in another form: it is as if it had not been seen. */
function seenIn(text: string | null): SeenModel | undefined {
  try {
    return seenModel.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

type ListRow = Omit<SeenList, 'isCut' | 'seen'> & { isCut: number; seen: string | null }

/** What was read last; null: nothing was. */
export async function readSeenList(directory: Directory, { id, baseUrl }: Listing): Promise<SeenList | null> {
  const { results } = await prepared(
    directory,
    sql`select first_read_at as firstReadAt, read_at as readAt, is_cut as isCut, seen
      from supplier_lists left join supplier_models using (supplier)
      where supplier = ${id} and base_url = ${baseUrl} order by place`
  ).all<ListRow>()
  const [list] = results
  if (!list) return null
  const { firstReadAt, readAt, isCut } = list
  return { firstReadAt, readAt, isCut: isCut === 1, seen: results.flatMap(({ seen }) => seenIn(seen) ?? []) }
}

/** What is remembered of one model; undefined: nothing, or only from another address. */
export async function readSeenModel(
  directory: Directory,
  { id, baseUrl }: Listing,
  model: string
): Promise<SeenModel | undefined> {
  const row = await prepared(
    directory,
    sql`select seen from supplier_models join supplier_lists using (supplier)
      where supplier = ${id} and base_url = ${baseUrl} and model = ${model}`
  ).first<{ seen: string }>()
  return seenIn(row?.seen ?? null)
}

/** Of one statement: D1 takes parameters of up to 2 MB, and a row is at most 2 KB. */
const rowsAtOnce = 500

/** Puts a reading in place of the one before, all of it or nothing. */
export async function storeSeenList(
  directory: Directory,
  { id, baseUrl }: Listing,
  { firstReadAt, readAt, isCut, seen }: SeenList
): Promise<void> {
  const rows = seen.map((one, place) => [one.listed.model, place, one])
  const statements = [
    sql`insert or replace into supplier_lists (supplier, base_url, first_read_at, read_at, is_cut)
      values (${id}, ${baseUrl}, ${firstReadAt}, ${readAt}, ${Number(isCut)})`,
    sql`delete from supplier_models where supplier = ${id}`
  ]
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    statements.push(sql`insert into supplier_models (supplier, model, place, seen)
      select ${id}, value ->> 0, value ->> 1, value -> 2
      from json_each(${JSON.stringify(rows.slice(from, from + rowsAtOnce))})`)
  await directory.$client.batch(statements.map((statement) => prepared(directory, statement)))
}
