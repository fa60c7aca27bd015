import { Link } from 'react-router-dom'
import { Section } from '../home/section.tsx'
import { SiteFooter } from '../layout/site-footer.tsx'
import { Categories } from '../learning/categories.tsx'
import { Features } from '../learning/features.tsx'
import { Guide } from '../learning/guide.tsx'
import { LearningHeader } from '../learning/learning-header.tsx'
import { lessons } from '../learning/lessons.ts'
import { Tips } from '../learning/tips.tsx'
import { VideoLessons } from '../learning/video-lessons.tsx'
import { paths } from '../paths.ts'
import { PaymentMethods } from '../pricing/payment-methods.tsx'
import { buttonClass } from '../ui/button.tsx'

export const LearningPage = () => (
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
