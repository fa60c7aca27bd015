import { JobList } from './job-list.tsx'
import { JobPage } from './job-page.tsx'

/** The jobs of all users, or the one that the address names. */
export const Page = ({ parameter }: { parameter: string | null }) =>
  parameter === null ? <JobList /> : <JobPage id={parameter} />
