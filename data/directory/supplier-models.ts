// What was read of suppliers' lists of models. Nothing that is sold follows from it.
import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listedModel, listedPrice } from '#contract/operator/shop/supplier-list.ts'
import type { SeenModel } from '#domain/models/supplier-list.ts'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { supplierLists, supplierModels } from './schema-shop.ts'

export type SupplierListRow = typeof supplierLists.$inferSelect

/** As it is stored. */
const seenModel = z.object({
  listed: listedModel,
  firstSeenAt: z.number(),
  goneAt: z.number().nullable(),
  priceBefore: listedPrice.nullable(),
  priceChangedAt: z.number().nullable()
})

export interface SeenList {
  /** Null: it was never read from this address. */
  list: SupplierListRow | null
  seen: SeenModel[]
}

/** Undefined for what an earlier version has stored in another form: it is as if it had not been seen. */
function seenIn(text: string): SeenModel | undefined {
  try {
    return seenModel.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** What was read last from the address of a supplier. */
export async function readSeenList(
  directory: Directory,
  { id, baseUrl }: { id: string; baseUrl: string }
): Promise<SeenList> {
  const [lists, rows] = await directory.batch([
    directory.select().from(supplierLists).where(eq(supplierLists.supplier, id)),
    directory
      .select({ seen: supplierModels.seen })
      .from(supplierModels)
      .where(eq(supplierModels.supplier, id))
      .orderBy(asc(supplierModels.place))
  ])
  const list = lists.find((one) => one.baseUrl === baseUrl) ?? null
  return { list, seen: list ? rows.map(({ seen }) => seenIn(seen)).filter((one) => one !== undefined) : [] }
}

/** Of some models of suppliers, wherever they were read. */
export async function readSeenModels(
  directory: Directory,
  asked: readonly { supplier: string; model: string }[]
): Promise<{ supplier: string; seen: SeenModel }[]> {
  if (asked.length === 0) return []
  const { results } = await prepared(
    directory,
    sql`select supplier, seen from supplier_models join json_each(${JSON.stringify(asked)}) as asked
      on supplier = asked.value ->> '$.supplier' and model = asked.value ->> '$.model'`
  ).all<{ supplier: string; seen: string }>()
  return results.flatMap(({ supplier, seen: text }) => {
    const seen = seenIn(text)
    return seen ? [{ supplier, seen }] : []
  })
}

/** Of one statement: D1 takes parameters of up to 2 MB, and a row is at most 2 KB. */
const rowsAtOnce = 500

/** Puts a reading in place of the one before, all of it or nothing. @param seen in the order of the list */
export async function storeSeenList(directory: Directory, list: SupplierListRow, seen: SeenModel[]): Promise<void> {
  const rows = seen.map((one, place) => ({ model: one.listed.model, place, seen: one }))
  const parts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce)
  )
  const { supplier, baseUrl, firstReadAt, readAt, isCut } = list
  await directory.$client.batch([
    prepared(
      directory,
      sql`insert or replace into supplier_lists (supplier, base_url, first_read_at, read_at, is_cut)
        values (${supplier}, ${baseUrl}, ${firstReadAt}, ${readAt}, ${Number(isCut)})`
    ),
    prepared(directory, sql`delete from supplier_models where supplier = ${supplier}`),
    ...parts.map((part) =>
      prepared(
        directory,
        sql`insert into supplier_models (supplier, model, place, seen)
          select ${supplier}, value ->> '$.model', value ->> '$.place', value -> '$.seen' from json_each(${JSON.stringify(part)})`
      )
    )
  ])
}
