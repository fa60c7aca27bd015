import { homeModels, homeTools } from '#contract/catalogue/home.ts'
import { Examples } from '../home/examples.tsx'
import { ExtraTools } from '../home/extra-tools.tsx'
import { Hero } from '../home/hero.tsx'
import { ModelGrid } from '../home/model-grid.tsx'
import { PlanPanel } from '../home/plan-panel.tsx'
import { SiteFooter } from '../layout/site-footer.tsx'

export const HomePage = () => (
  <>
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-20 px-4 py-10 sm:gap-28 sm:px-8 sm:py-16">
      <Hero modelCount={homeModels.length} />
      <ModelGrid models={homeModels} />
      <ExtraTools tools={homeTools} />
      <Examples />
      <PlanPanel />
    </div>
    <SiteFooter />
  </>
)
