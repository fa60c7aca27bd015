import { homeModels, homeTools } from './home-texts.ts'
import { Examples } from './examples.tsx'
import { Pictures } from './pictures.tsx'
import { ExtraTools, ModelGrid } from './tool-cards.tsx'
import { Hero } from './hero.tsx'
import { PlanPanel } from '../plan-panel.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'

export const Page = () => (
  <>
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-20 px-4 py-10 sm:gap-28 sm:px-8 sm:py-16">
      <Hero modelCount={homeModels.length} />
      <ModelGrid models={homeModels} />
      <ExtraTools tools={homeTools} />
      <Pictures />
      <Examples />
      <PlanPanel />
    </div>
    <SiteFooter />
  </>
)
