// Builds the site with the settings of its environment, for the step of the pages.
import { main } from '../base/main.ts'
import { buildSite } from '../site/site.ts'

await main(buildSite)
