import { MAIL_FAULTS, TEXT_FAULTS, type FaultRow } from '../base/faults.ts'
import { MEDIA_FAULTS } from '../base/media-faults.ts'
import { HUGE_PICTURE } from '../media/picture.ts'
import { PAYMENT_FAULTS } from '../base/payment-faults.ts'
import { TEST_CARDS, type TestCard } from '../payments/cards.ts'
import { UPSTREAMS, type UpstreamRow } from './upstreams.ts'
import { html } from 'hono/html'
import type { Markup } from '../base/page.ts'
import type { BaseState } from '../base/state.ts'

const LENGTHS: readonly (readonly [string, string])[] = [
  ['«кратко»', 'два предложения'],
  ['«без поиска»', 'не ищет в интернете, даже когда может'],
  ['«подробно»', 'больше 3000 знаков: заголовки, списки, код и таблица'],
  ['«500 слов»', 'ровно столько слов, до 20 000'],
  ['«таблица», «сравни»', 'в ответе средней длины будет таблица'],
  ['«код», «пример»', 'в ответе средней длины будет код'],
  ['[tool], «вызови инструмент»', 'вызывает первый из инструментов запроса, [tool:имя] — названный, [tools] — два'],
  ['[tool:broken]', 'вызывает его с испорченными аргументами'],
  [
    '«нарисуй», «сделай фон…», «сними ролик», «озвучь»',
    'предлагает такую работу, если запрос даёт инструмент для предложений'
  ]
]

const EXAMPLES = `# вдесятеро быстрее
curl -X POST {origin}/control.json -d '{"speed": 10}'

# три следующих ответа моделей оборвутся на середине
curl -X POST {origin}/control.json -d '{"fault": "cut", "faultCount": 3}'

# ответы моделей остановятся после первой трети и пойдут дальше при false
curl -X POST {origin}/control.json -d '{"paused": true}'

# следующее письмо не будет принято
curl -X POST {origin}/control.json -d '{"mailFault": "mail-down"}'

# следующая картинка, видео, озвучка или расшифровка будет отклонена модерацией
curl -X POST {origin}/control.json -d '{"mediaFault": "moderation"}'

# каждая запись голоса расшифруется так (null вернёт обычные фразы)
curl -X POST {origin}/control.json -d '{"transcript": "Составь план на неделю"}'

# список моделей поставщика: цены вдвое выше, одной модели больше нет
curl -X POST '{origin}/control.json?for=/resellers/openrouter' -d '{"listPriceTimes": 2, "listWithout": ["qwen/qwen3-max"]}'

# заплатить вместо человека: токен даёт сайт, карта — из списка выше
curl -X POST {origin}/pay.json -d '{"confirmation_token": "ct-…", "card": "5555555555554444"}'

# уведомления об оплате не приходят (late — через 10 минут, twice — дважды, on-time — как обычно)
curl -X POST {origin}/control.json -d '{"notifications": "never"}'

# поддельное уведомление: платёж называет себя оплаченным
curl -X POST {origin}/payments.json -d '{"action": "notify", "id": "…", "event": "payment.succeeded"}'

# другая сумма, чужой заказ, боевой магазин, другой магазин; expire — час на оплату прошёл
curl -X POST {origin}/payments.json -d '{"action": "change", "id": "…", "amount": "1.00", "metadata": {"user_id": "x"}}'
curl -X POST {origin}/payments.json -d '{"action": "expire", "id": "…"}'

# чек платежа или возврата: canceled — касса его не приняла, pending — всё ещё оформляется, null — как обычно
curl -X POST {origin}/payments.json -d '{"action": "change", "id": "…", "receipt": "canceled"}'
curl -X POST {origin}/payments.json -d '{"action": "refund", "id": "…", "receipt": "canceled"}'

# сохранённый способ оплаты: id — платёж, который его сохранил; decline: null — снова платит; forgotten — больше не известен
curl -X POST {origin}/payments.json -d '{"action": "method", "id": "…", "decline": "insufficient_funds"}'

# возврат, который ещё не закончен (сбой refund-pending): succeeded — деньги вернулись, canceled — нет
curl -X POST {origin}/payments.json -d '{"action": "refund", "id": "…", "status": "succeeded"}'

# прошли сутки: ЮKassa не помнит ключей идемпотентности
curl -X POST {origin}/payments.json -d '{"action": "forget-keys"}'

# магазину нельзя сохранять способы оплаты: off — платёж проходит, способ не сохранён; refused — отказ 403
curl -X POST {origin}/control.json -d '{"saving": "refused"}'

# YooKassa создаст платёж, но ответит ошибкой; куда слать уведомления
curl -X POST {origin}/control.json -d '{"paymentFault": "payment-lost", "site": "http://localhost:8788"}'

# только для одного пользователя: имя, под которым он в вызове (safety_identifier, user, user_id, metadata.user_id,
# stability-client-user-id), для платежей metadata.user_id, для писем адрес
curl -X POST '{origin}/control.json?for=kV3…' -d '{"mediaFault": "moderation", "notifications": "never"}'

# только для одного пути; DELETE возвращает этим вызовам общие переключатели
curl -X POST '{origin}/control.json?for=/openai/v1/audio/transcriptions' -d '{"transcript": "Составь план"}'
curl -X DELETE '{origin}/control.json?for=/openai/v1/audio/transcriptions'

# только для одного поставщика: тысяча его ответов не начнётся, пока другие работают
curl -X POST '{origin}/control.json?for=/resellers/first' -d '{"fault": "no-answer", "faultCount": 1000}'
curl -X POST '{origin}/control.json?for=/anthropic' -d '{"fault": "quota", "faultCount": 1000}'

# то же для одного пользователя у одного поставщика
curl -X POST '{origin}/control.json?for=kV3…@/anthropic' -d '{"fault": "pings-only", "faultCount": 1000}'

# всё снова работает
curl -X POST {origin}/control.json -d '{"fault": null, "mailFault": null, "mediaFault": null, "paymentFault": null, "speed": 1}'`

export function frontPage(state: BaseState, origin: string): Markup {
  return html`
    <h1>Песочница внешних сервисов</h1>
    <p>
      Отвечает вместо настоящих моделей и почты в их собственных форматах, без интернета и без ключей. Сайт не знает,
      что говорит с песочницей: отличаются только адреса.
    </p>
    <p class="quiet">Сейчас: ${stateOf(state)}.</p>

    <h2>Что здесь есть</h2>
    <dl class="list">
      ${row(html`<a href="/mail">/mail</a>`, 'Полученные письма, новые сверху.')}
      ${row(
        html`<a href="/mail.json">/mail.json</a>`,
        html`Те же письма: <code>to</code>, <code>subject</code>, <code>text</code>, <code>html</code>, <code>at</code>.
          Отбор: <code>?to=адрес</code>. DELETE очищает.`
      )}
      ${row(
        html`<a href="/calls.json">/calls.json</a>`,
        'Последние 1000 вызовов, новые сверху: запрос, статус, модель, исход (running, completed, cut, aborted, refused, error). DELETE очищает.'
      )}
      ${row(
        html`<a href="/media.json">/media.json</a>`,
        html`По поставщикам: сколько работ принято (<code>started</code>), идёт сейчас (<code>running</code>) и шло
        самое большее разом (<code>maxRunning</code>). DELETE начинает счёт заново.`
      )}
      ${row(
        html`<a href="/payments.json">/payments.json</a>`,
        'Платежи, возвраты и уведомления с ответами сайта, новые сверху. POST подделывает уведомление и меняет платёж.'
      )}
      ${row(html`<code>/pay.json</code>`, 'POST платит картой вместо человека, как это делает виджет.')}
      ${row(
        html`<a href="/control.json">/control.json</a>`,
        html`Скорость и сбои для всех вызовов: GET читает, POST меняет. С <code>?for=…</code> — только для вызовов
          одного пользователя, одного пути или одного поставщика: на них общие сбои больше не действуют, другим вызовам
          они не видны.`
      )}
    </dl>

    <h2>Сервисы</h2>
    <dl class="list">${UPSTREAMS.map((upstream) => row(upstream.name, upstreamDetails(upstream, origin)))}</dl>
    <p class="quiet">Подходит любой ключ, кроме содержащего слово invalid: с ним ответит ошибка неверного ключа.</p>

    <h2>Длина ответа</h2>
    <p>Ответ зависит только от запроса: одинаковый вопрос получает одинаковый ответ. Слова в запросе меняют его:</p>
    <dl class="list">${LENGTHS.map(([word, effect]) => row(word, effect))}</dl>

    ${faultSections()} ${paymentSection(origin)}

    <h2>Управление</h2>
    <pre><code>${EXAMPLES.replaceAll('{origin}', origin)}</code></pre>
  `
}

const faultSections = (): Markup => html`
  <h2>Слова сбоев</h2>
  <p>
    Слово в последнем сообщении пользователя вызывает сбой в этом ответе. То же имя без слова можно задать для всех
    запросов через <code>/control.json</code>.
  </p>
  <dl class="list">${TEXT_FAULTS.map((fault) => faultRow(fault))}</dl>

  <h2>Слова сбоев для картинок, видео и голоса</h2>
  <p>
    Слово в описании вызывает сбой у любого поставщика. Stability понимает только английский (статус 422
    <code>invalid_language</code>), поэтому сайт сначала просит OpenAI перевести описание: слова сбоев при этом
    сохраняются, а неудачный перевод вызывает общий сбой моделей, <code>fault</code>. Где описания нет (увеличение,
    удаление фона, запись голоса), сбой задаётся полем <code>mediaFault</code>.
  </p>
  <dl class="list">${[...MEDIA_FAULTS, HUGE_PICTURE].map((fault) => faultRow(fault))}</dl>

  <h2>Сбои почты</h2>
  <dl class="list">${MAIL_FAULTS.map((fault) => faultRow(fault))}</dl>
`

const paymentSection = (origin: string): Markup => html`
  <h2>Карты</h2>
  <p>
    Срок и код — любые. Виджет оплаты: <code>${origin}/checkout-widget/v1/checkout-widget.js</code>. Неизвестный номер
    отклоняется как неверный.
  </p>
  <dl class="list">${TEST_CARDS.map((card) => row(html`<code>${card.number}</code>`, cardEffect(card)))}</dl>

  <h2>Сбои оплаты</h2>
  <dl class="list">${PAYMENT_FAULTS.map((fault) => faultRow(fault))}</dl>
`

const cardEffect = ({ decline, threeDSecure, brand }: TestCard) =>
  decline ? `Отказ: ${decline.reason}.` : `Оплата, ${brand}${threeDSecure ? ', с кодом 3-D Secure' : ''}.`

function stateOf({ controls, scopes }: BaseState): string {
  const { speed, fault, faultCount, mailFault, mailFaultCount, mediaFault, mediaFaultCount } = controls
  const text = fault === null ? 'сбоев нет' : `сбой ${fault}, осталось вызовов: ${faultCount}`
  const mail = mailFault === null ? '' : `, сбой ${mailFault}, осталось писем: ${mailFaultCount}`
  const media = mediaFault === null ? '' : `, сбой ${mediaFault}, осталось работ: ${mediaFaultCount}`
  const own = scopes.count() === 0 ? '' : `; переключателей для части вызовов: ${scopes.count()}`
  return `скорость ×${speed}, ${text}${mail}${media}${own}`
}

function upstreamDetails({ baseUrl, call, key, models }: UpstreamRow, origin: string): Markup {
  return html`
    <p><code>${origin}${baseUrl}</code></p>
    <p class="quiet">${call} · ${key}</p>
    ${models.length === 0 ? '' : html`<p class="quiet">Модели: ${models.join(', ')}</p>`}
  `
}

function faultRow({ name, word, does, expected }: FaultRow): Markup {
  const label =
    word === '' ? html`<code>${name}</code>` : html`<code>${word}</code><br /><small class="quiet">${name}</small>`
  return row(
    label,
    html`<p>${withCode(does)}</p>
      <p class="quiet">Сайт: ${withCode(expected)}</p>`
  )
}

/** Turns `code` in backticks into HTML; the fault table uses it. */
function withCode(text: string): Markup[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function row(label: Markup | string, details: Markup | string): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd>${details}</dd>
  </div>`
}
