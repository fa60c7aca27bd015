/** A call that only the bench's entry of the product's Worker has. */
export const dutyPath = '/api/bench-duty'

export type DutyName = 'purge' | 'erasure' | 'sweep' | 'page of users' | 'nothing'
