import { FindPage } from './find-page.tsx'
import { PersonPage } from './person-page.tsx'

/** Finds a person, or shows the one whose id is in the address. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <FindPage /> : <PersonPage key={parameter} id={parameter} />
