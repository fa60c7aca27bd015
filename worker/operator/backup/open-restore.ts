import { findRestores, type RestoreRow } from '#data/directory/restores.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'

export const refused = (text: string): AppError => new AppError('CONFLICT', { text })

/** @throws AppError CONFLICT when this stack is not being restored */
export function restoringId(c: AppContext): string {
  const { RESTORING: id } = c.var.environment
  if (id === undefined) throw refused('Этот стенд не восстанавливается: нет настройки RESTORING')
  return id
}

/**
 * The restore that has begun, or null. A restore that has ended does not block another.
 * @throws AppError CONFLICT when this one has ended, or another has not
 */
export async function findOwnRestore(c: AppContext): Promise<RestoreRow | null> {
  const id = restoringId(c)
  const rows = await findRestores(c.var.directory)
  if (rows.some((row) => row.id !== id && row.finishedAt === null))
    throw refused('Сюда восстанавливается другая копия: сначала закончите её')
  const own = rows.find((row) => row.id === id) ?? null
  if (own && own.finishedAt !== null) throw refused('Эта копия уже восстановлена')
  return own
}

/** @throws AppError CONFLICT when this stack is not being restored, or from another backup */
export async function openRestore(c: AppContext): Promise<RestoreRow> {
  const row = await findOwnRestore(c)
  if (!row) throw refused('Восстановление этой копии не начато')
  return row
}
