// Issues a promo code, once for each change.
import { addCode, findCode } from '#data/directory/promo-codes.ts'
import type { CarryOut } from './carry-out.ts'

export const codeTaken = 'Такой промокод уже есть или был'

export const issueCode: CarryOut<'code'> = async (c, { askedBy, askedAt }, terms) => {
  const { directory } = c.var
  const known = await findCode(directory, terms.code)
  // Whoever agreed may have come late; what was issued before the caller died stays issued.
  if (!known && terms.endsAt <= Date.now()) return 'Срок промокода уже прошёл: попросите выпустить новый'
  return (await addCode(directory, { ...terms, createdAt: askedAt, createdBy: askedBy })) ? null : codeTaken
}
