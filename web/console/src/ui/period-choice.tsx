import type { ReactNode } from 'react'
import { replaceQuery, useAddress } from '../base/address.ts'
import { ChoiceField } from './choice-field.tsx'

/**
 * How many days a page tells of. They stay in the address, so that a reload and a link show the same.
 * @param periods by their days; `usual`: of an address that names none of them
 */
export function usePeriod<Days extends string>(
  periods: readonly (readonly [days: Days, text: string])[],
  usual: NoInfer<Days>
): [days: number, choice: ReactNode] {
  const asked = useAddress().query.get('days')
  const period = periods.find(([days]) => days === asked)?.[0] ?? usual
  const choose = (days: Days) => replaceQuery({ days })
  return [
    Number(period),
    <ChoiceField key="period" label="Период" labelHidden value={period} choices={periods} onChange={choose} />
  ]
}
