// What is done in the lessons to do, one for each lesson on the page. Together they cost less than a new user is given.
import type { Lesson, Trial } from './lessons.ts'

export interface Practice {
  id: Lesson['id']
  title: string
  minutes: number
  /** How often its request, or a change of it, is sent. */
  requests: number
  steps: readonly string[]
  trial: Pick<Trial, 'path' | 'prompt' | 'settings' | 'priceTokens'>
}

export const practices: readonly Practice[] = [
  {
    id: 'text',
    title: 'Письмо за два сообщения',
    minutes: 3,
    requests: 2,
    steps: [
      'Прочтите готовый запрос: в нём есть роль, факты и длина ответа. Отправьте его.',
      'Вторым сообщением попросите: «Сделай вдвое короче и добавь, кому звонить».',
      'Сравните ответы: задачу не пришлось объяснять заново.'
    ],
    trial: {
      path: '/claude',
      prompt:
        'Ты редактор объявлений. Напиши жильцам дома: 14 июня с десяти до четырёх отключат воду, меняют трубу в подвале. Вежливо, без канцелярита, до 60 слов.',
      settings: { model: 'claude-3-haiku' },
      priceTokens: 1
    }
  },
  {
    id: 'image',
    title: 'Одно слово меняет картинку',
    minutes: 3,
    requests: 2,
    steps: [
      'Создайте картинку по готовому описанию.',
      'Замените в нём «утренний свет» на «свет одной свечи» и создайте ещё раз.',
      'Положите картинки рядом: настроение поменял только свет.'
    ],
    trial: {
      path: '/flux',
      prompt: 'Рыжий кот в вязаном свитере читает газету у окна зимней кухни, утренний свет, фотография',
      settings: { model: 'flux-schnell', aspectRatio: '3:2' },
      priceTokens: 1
    }
  },
  {
    id: 'voice',
    title: 'Паузы, которые слышно',
    minutes: 2,
    requests: 1,
    steps: [
      'Прочтите текст вслух сами и заметьте, где остановились.',
      'Послушайте образцы голосов, выберите свой и озвучьте.',
      'Сверьте паузы: точка звучит дольше запятой, тире поднимает голос.'
    ],
    trial: {
      path: '/elevenlabs',
      prompt:
        'Тише. Слышите, как идёт снег? Он ложится на крыши, на провода, на рукав вашего пальто — и город, наконец, молчит.',
      settings: { voice: 'lily', speed: '1' },
      priceTokens: 1
    }
  },
  {
    id: 'video',
    title: 'Пять секунд, одно движение',
    minutes: 5,
    requests: 1,
    steps: [
      'Найдите в описании, что движется и что делает камера.',
      'Создайте ролик: пять секунд, 720p.',
      'Пока он делается, вкладку можно закрыть. Готовый ждёт в «Моих работах».'
    ],
    trial: {
      path: '/luma',
      prompt:
        'Бумажный кораблик медленно плывёт по весеннему ручью. Камера низко у воды, неподвижна. Солнечные блики, реалистично.',
      settings: { duration: '5', quality: 'standard' },
      priceTokens: 3
    }
  }
]

export const priceOfPractice = ({ requests, trial }: Practice): number => requests * trial.priceTokens
