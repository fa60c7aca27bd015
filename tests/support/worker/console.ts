// Calls of the console about people, as an operator who has entered.
import type { OperatorAction } from '#contract/operator/access/change.ts'
import type { FoundPerson, PersonCard } from '#contract/operator/people/people.ts'
import type { OperatorPerson } from './operating.ts'
import { because, operate } from './operator.ts'
import { answered } from './person.ts'

/** Why, and a key of its own for each call; who is known. */
export function why(reason = 'Просит помочь, обращение 118') {
  const { operator: _operator, ...rest } = because(reason)
  return rest
}

export const callAs = async ({ send }: Pick<OperatorPerson, 'send'>, method: string, path: string, body?: object) =>
  answered(await send(method, path, body))

export const cardFor = async (operator: OperatorPerson, id: string) =>
  ((await callAs(operator, 'GET', `/people/${id}`)).data as { person: PersonCard }).person

export const findAs = async (operator: OperatorPerson, sought: string) =>
  ((await callAs(operator, 'POST', '/people/find', { sought })).data as { people: FoundPerson[] }).people

/** Newest first. */
export const recordAbout = async (subject: string) =>
  ((await operate('GET', `/record?subject=${subject}`)).data as { lines: OperatorAction[] }).lines
