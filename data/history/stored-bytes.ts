// How many bytes a user stores, as domain/stored-bytes.ts counts them.
import type { History } from '../base/database.ts'

export const storedBytesQuery = `select coalesce((select total from stored_bytes where user_id = ?1), 0) as total`

export const storedBytesOf = async ({ $client }: History, userId: string): Promise<number> =>
  (await $client.prepare(storedBytesQuery).bind(userId).first<number>('total')) ?? 0
