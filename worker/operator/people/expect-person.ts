// The user whom a call of operators is about.
import { hasBooks } from '#data/both/books.ts'
import { findOperator } from '#data/directory/operators.ts'
import { accountOf, type PersonAccount } from '#data/directory/people.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'

/** @throws AppError NOT_FOUND for an account that is not there, or not any more */
export const expectAccount = async (c: AppContext, id: string): Promise<PersonAccount> =>
  expectFound(await accountOf(c.var.directory, id))

/** @throws AppError NOT_FOUND when no user has or had this id: a mistyped id must not create an object */
export async function expectPerson(c: AppContext, id: string): Promise<void> {
  if (!(await hasBooks(c.env, id))) throw new AppError('NOT_FOUND')
}

/** @throws AppError CONFLICT: an operator must first become an ordinary user again, so that an owner always stays */
export async function expectNoOperator(c: AppContext, id: string): Promise<void> {
  if (await findOperator(c.var.directory, id)) throw conflict('Это оператор: сначала снимите роль в разделе «Команда»')
}

/** @throws AppError NOT_FOUND for an account that is not there, CONFLICT when tokens would go to a blocked one */
export async function expectGivable(c: AppContext, id: string, tokens: number): Promise<void> {
  const { blockedAt } = await expectAccount(c, id)
  if (tokens > 0 && blockedAt !== null) throw conflict('Аккаунт заблокирован: сначала разблокируйте его')
}
