import { Link } from 'react-router-dom'
import { Section } from '../section.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { Categories } from './categories.tsx'
import { Features } from './features.tsx'
import { Guide } from './guide.tsx'
import { LearningHeader } from './learning-header.tsx'
import { lessons } from './lessons.ts'
import { Tips } from './tips.tsx'
import { VideoLessons } from './video-lessons.tsx'
import { paths } from '../../base/paths.ts'
import { PaymentMethods } from '../payment-methods.tsx'
import { buttonClass } from '../../base/ui/button.tsx'

export const Page = () => (
  <>
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-16 px-4 py-4 sm:gap-20 sm:px-8">
      <div>
        <LearningHeader />
        <h1 className="mt-6 text-display font-semibold">Обучение</h1>
        <p className="mt-5 max-w-text text-lead text-ink-soft">
          Четыре урока о том, как получать нужный результат с первого раза. В конце каждого — готовый запрос, который
          можно открыть и отправить.
        </p>
      </div>
      <Section title="Чему научиться">
        <Categories />
      </Section>
      <Section title="Видеоуроки">
        <VideoLessons />
      </Section>
      <Section title="Уроки">
        <div className="space-y-16">
          {lessons.map((lesson, index) => (
            <Guide key={lesson.id} lesson={lesson} number={index + 1} />
          ))}
        </div>
      </Section>
      <Section title="Как устроена платформа">
        <Features />
      </Section>
      <Section title="Советы" lead="Как тратить меньше токенов и получать больше.">
        <Tips />
      </Section>
      <Section title="Как оплатить" lead="Один токен — один рубль, за большие пакеты токены в подарок.">
        <PaymentMethods />
        <Link to={paths.pricing} className={buttonClass({ variant: 'secondary', className: 'mt-6' })}>
          Все цены
        </Link>
      </Section>
    </div>
    <div className="mt-16">
      <SiteFooter />
    </div>
  </>
)
