import { Link } from 'react-router-dom'
import { fairUseTokensPerDay } from '#contract/catalogue/plans.ts'
import { transcription } from '#contract/catalogue/transcription.ts'
import { useSession } from '../../base/session/session.tsx'
import { formatTokensGenitive } from '../../base/format/tokens.ts'
import { PlanPanel } from '../plan-panel.tsx'
import { Section } from '../section.tsx'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { visitorsOnly } from '../../base/session/visitors-only.ts'
import { paths } from '../../base/paths.ts'
import { Calculator } from './calculator.tsx'
import { ChargeRules } from './charge-rules.tsx'
import { Packages } from './packages.tsx'
import { PaymentMethods } from '../payment-methods.tsx'
import { PriceListTable } from './price-list-table.tsx'
import { ToolPriceCards } from './tool-price-cards.tsx'
import { buttonClass } from '../../base/ui/button.tsx'

export const Page = () => (
  <>
    <div className="mx-auto flex w-full max-w-page grow flex-col gap-16 px-4 py-8 sm:gap-24 sm:px-8 sm:py-12">
      <div>
        <h1 className="text-display font-semibold">Цены</h1>
        <p className="mt-5 max-w-text text-lead text-ink-soft">
          Платите за результат: цена видна до отправки, а если его нет, токены возвращаются сами.
        </p>
      </div>
      <PlanPanel />
      <Section
        title="Прайс-лист и цена сейчас"
        lead="Списываем по правой колонке. Та же цена стоит рядом с моделью в чате и на кнопке запуска; если она изменится, вы увидите это до отправки."
      >
        <PriceListTable />
      </Section>
      <Section
        title="Все модели и настройки"
        lead={`Голосовой ввод до ${transcription.secondsMax} секунд бесплатный. До первой покупки в картинках и видео открыта самая дешёвая настройка, в чате — модели без пометки. На тарифе Premium токены не списываются; честное использование — до ${formatTokensGenitive(fairUseTokensPerDay)} в день.`}
      >
        <ToolPriceCards />
      </Section>
      <Section title="На что хватит" lead="Посчитайте, прежде чем покупать.">
        <Calculator />
      </Section>
      <Section title="Пакеты токенов" lead="Чем больше пакет, тем больше токенов в подарок.">
        <Packages />
      </Section>
      <Section
        title="Когда списываем и когда нет"
        lead="Перед запросом цена откладывается на счёте, после него списывается или возвращается. Других правил нет."
      >
        <ChargeRules />
      </Section>
      <Section title="Как оплатить">
        <PaymentMethods />
      </Section>
      <NextStep />
    </div>
    <SiteFooter />
  </>
)

function NextStep() {
  const { status } = useSession()
  return (
    <section aria-label="Что дальше" className="rounded-panel bg-sunken p-6 sm:p-10">
      <div className={status === 'signed-in' ? undefined : visitorsOnly(status)}>
        <h2 className="text-heading font-semibold">
          {status === 'signed-in' ? 'Всё готово к работе' : 'Попробуйте бесплатно'}
        </h2>
        <p className="mt-2 max-w-text text-ink-soft">
          {status === 'signed-in'
            ? 'Баланс, история списаний и Premium — на странице подписки.'
            : 'Токенов за регистрацию хватит, чтобы сравнить модели на своих задачах. Карта не нужна.'}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          {status === 'signed-in' ? (
            <Link to={paths.subscription} className={buttonClass({ size: 'large' })}>
              Моя подписка
            </Link>
          ) : (
            <Link to={paths.auth} className={buttonClass({ size: 'large' })}>
              Начать работу
            </Link>
          )}
          <Link to={paths.learning} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            Обучение
          </Link>
        </div>
      </div>
    </section>
  )
}
