import { passwordHashOf } from '#data/directory/users.ts'
import { hashLike, isSameHash } from '../crypto/passwords.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitPasswordChecks } from '../http/limit.ts'

export const wrongPassword = (path = 'currentPassword') =>
  new AppError('VALIDATION_FAILED', { details: [{ path, msg: 'Неверный текущий пароль' }] })

/**
 * Checks the password of the signed-in user, so that a stranger at an unlocked computer cannot take over the account.
 * @param path of the field in which it was typed
 * @returns the stored hash that it matches
 * @throws AppError RATE_LIMITED, VALIDATION_FAILED
 */
export async function checkPassword(c: AppContext, typed: string, path?: string): Promise<string> {
  await limitPasswordChecks(c)
  const stored = await passwordHashOf(c.var.directory, c.var.caller.userId)
  if (stored === undefined || !isSameHash(await hashLike(typed, stored), stored)) throw wrongPassword(path)
  return stored
}
